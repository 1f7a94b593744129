import Components

/// Plays a story with real responders.
@MainActor
final class RealTree {
  private(set) var log: [String] = []
  /// The owned nodes; `nil` where one was released.
  private var owned: [Node?]
  private let reach: [Reach]
  private let tables: [EventTable?]

  private struct Failed: Error {}

  /// A weak reference to a node.
  private final class Reach {
    weak let node: Node?
    init(_ node: Node) { self.node = node }
  }

  init(_ story: TreeStory) throws {
    let nodes = story.parents.indices.map { Node("\($0)") }
    owned = nodes
    reach = nodes.map(Reach.init)
    tables = story.layers.map { $0 == nil ? nil : EventTable() }
    for (node, parent) in story.parents.enumerated() {
      nodes[node].nextResponder = parent.map { nodes[$0] }
      nodes[node].handling = tables[node]
    }
    for (node, layer) in story.layers.enumerated() {
      if let layer, let table = tables[node] { try fill(table, with: layer, of: node) }
    }
  }

  /// Sends the story's events.
  func play(_ story: TreeStory) {
    for (node, name) in story.sends { send(from: node, name) }
  }

  private func fill(_ table: EventTable, with layer: TreeStory.Layer, of node: Int) throws {
    for (name, script) in layer.handlers {
      table.on(Self.name(name), handler(node, script, name))
    }
    for name in layer.disabled { table.setEnabled(false, for: Self.name(name)) }
    if let decoration = layer.decoration {
      table.decorator = { info, _ in
        let key = EventKey<String>("\(decoration.key)")
        info.set("from \(node)", for: key, decoration.ifAbsent ? .ifAbsent : .always)
      }
    }
    table.observer = { [unowned self] event, _ in
      log.append("\(node) observes \(event.name) with \(Self.text(event.info))")
    }
  }

  private func handler(_ node: Int, _ script: TreeStory.Script, _ name: Int) -> EventHandler {
    { [unowned self] event in
      log.append("\(node) handles \(name) as \(script.number) with \(Self.text(event.info))")
      for deed in script.deeds { perform(deed) }
      switch script.answer {
      case .stop: return .stop
      case .handledContinue: return .handledContinue
      case .ignored: return .ignored
      case .fail: throw Failed()
      }
    }
  }

  private func send(from sender: Int, _ name: Int) {
    let line = reach[sender].node.map { node in
      let result = node.send(Self.name(name))
      let failed = result.failures.compactMap { ($0.responder as? Node)?.label }
      let place = result.stopIndex.map(String.init) ?? "nil"
      return """
        result \(sender) \(name): \(result.outcome), [\(result.labels.joined(separator: ", "))], \
        \(place), \(result.pathLength), [\(failed.joined(separator: ", "))]
        """
    }
    log.append(line ?? "\(sender) is gone")
  }

  private func perform(_ deed: TreeStory.Deed) {
    switch deed {
    case .reparent(let node, let parent):
      reach[node].node?.nextResponder = parent.flatMap { reach[$0].node }
    case .release(let node): owned[node] = nil
    case .unplug(let node): reach[node].node?.handling = nil
    case .remove(let node, let name): tables[node]?.remove(Self.name(name))
    case .setEnabled(let isEnabled, let node, let name):
      tables[node]?.setEnabled(isEnabled, for: Self.name(name))
    case .register(let node, let name, let answer):
      let script = TreeStory.Script(number: -1, deeds: [], answer: answer)
      if tables[node]?.entries.contains(where: { $0.name == Self.name(name) }) == true {
        log.append("\(node) has \(name) already")
      } else {
        tables[node]?.on(Self.name(name), handler(node, script, name))
      }
    case .replace(let node, let name, let answer):
      let script = TreeStory.Script(number: -2, deeds: [], answer: answer)
      tables[node]?.replace(Self.name(name), handler(node, script, name))
    case .send(let node, let name): send(from: node, name)
    }
  }

  private static func name(_ name: Int) -> EventName { EventName(rawValue: "\(name)") }

  private static func text(_ info: EventInfo) -> String {
    info.keys.map { "\($0) \(info[EventKey<String>($0)] ?? "")" }.joined(separator: ", ")
  }
}
