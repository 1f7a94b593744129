/// A model of event delivery, written from the DOM Standard instead of this package.
///
/// From the DOM Standard, "Dispatching events": the path is collected first; each target on it looks
/// up its listeners when the event reaches it; stopping ends the dispatch. All is data: numbers for
/// nodes, and the set of live nodes.
struct BubblingModel {
  private(set) var log: [String] = []
  private var parents: [Int?]
  /// A layer with its own number, since a node may lose it before an event arrives.
  private var layers: [TreeStory.Layer?]
  private var plugged: [Bool]
  private var isOwned: [Bool]
  /// The paths being traversed; their nodes are alive.
  private var walked: [[Int]] = []

  init(_ story: TreeStory) {
    parents = story.parents
    layers = story.layers
    plugged = story.layers.map { $0 != nil }
    isOwned = story.parents.map { _ in true }
    for (node, name) in story.sends { send(from: node, name) }
  }

  private func isAlive(_ node: Int) -> Bool {
    isOwned[node] || walked.contains { $0.contains(node) }
  }

  private mutating func send(from sender: Int, _ name: Int) {
    guard isAlive(sender) else {
      log.append("\(sender) is gone")
      return
    }
    var path = [sender]
    while let next = parents[path[path.count - 1]], isAlive(next) {
      if path.contains(next) {
        log.append("result \(sender) \(name): cycle, [], nil, \(path.count), []")
        forgetTheDead()
        return
      }
      path.append(next)
    }
    let listeners = path.filter { plugged[$0] }
    walked.append(path)
    var carried: [Int: String] = [:]
    var handledBy: [Int] = []
    var failed: [Int] = []
    var stoppedBy: Int?
    for node in listeners {
      if let decoration = layers[node]?.decoration,
        !(decoration.ifAbsent && carried[decoration.key] != nil)
      {
        carried[decoration.key] = "from \(node)"
      }
      guard let script = layers[node]?.handlers[name],
        layers[node]?.disabled.contains(name) == false
      else { continue }
      log.append("\(node) handles \(name) as \(script.number) with \(Self.text(carried))")
      for deed in script.deeds { perform(deed) }
      switch script.answer {
      case .stop:
        handledBy.append(node)
        stoppedBy = node
      case .handledContinue: handledBy.append(node)
      case .ignored: break
      case .fail: failed.append(node)
      }
      if stoppedBy != nil { break }
    }
    for node in listeners { log.append("\(node) observes \(name) with \(Self.text(carried))") }
    let index = stoppedBy.flatMap { path.firstIndex(of: $0) }
    let outcome = index != nil ? "stopped" : handledBy.isEmpty ? "unhandled" : "handled"
    let place = index.map(String.init) ?? "nil"
    log.append(
      "result \(sender) \(name): \(outcome), \(handledBy), \(place), \(path.count), \(failed)")
    walked.removeLast()
    forgetTheDead()
  }

  private mutating func perform(_ deed: TreeStory.Deed) {
    switch deed {
    case .reparent(let node, let parent):
      guard isAlive(node) else { return }
      parents[node] = parent.flatMap { isAlive($0) ? $0 : nil }
    case .release(let node): isOwned[node] = false
    case .unplug(let node): plugged[node] = false
    case .remove(let node, let name):
      layers[node]?.handlers[name] = nil
      layers[node]?.disabled.remove(name)
    case .setEnabled(let isEnabled, let node, let name):
      guard layers[node]?.handlers[name] != nil else { return }
      if isEnabled {
        layers[node]?.disabled.remove(name)
      } else {
        layers[node]?.disabled.insert(name)
      }
    case .register(let node, let name, let answer):
      guard layers[node] != nil else { return }
      if layers[node]?.handlers[name] != nil {
        log.append("\(node) has \(name) already")
      } else {
        layers[node]?.handlers[name] = .init(number: -1, deeds: [], answer: answer)
      }
    case .replace(let node, let name, let answer):
      layers[node]?.handlers[name] = .init(number: -2, deeds: [], answer: answer)
    case .send(let node, let name): send(from: node, name)
    }
    forgetTheDead()
  }

  /// A released node is no longer a parent, even if it were alive later.
  private mutating func forgetTheDead() {
    for (node, parent) in parents.enumerated() {
      if let parent, !isAlive(parent) { parents[node] = nil }
    }
  }

  private static func text(_ carried: [Int: String]) -> String {
    carried.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
  }
}
