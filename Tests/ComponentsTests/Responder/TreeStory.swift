import Fakes

/// A random tree with random handlers, as data from which model and chain are built.
struct TreeStory {
  var parents: [Int?] = []
  var layers: [Layer?] = []
  var sends: [(node: Int, name: Int)] = []

  static let names = 3

  /// The handling of a node; a node without one is plain.
  struct Layer {
    var handlers: [Int: Script] = [:]
    var disabled: Set<Int> = []
    var decoration: Decoration?
  }

  /// The values that a layer writes for every event.
  struct Decoration {
    var key: Int
    var ifAbsent: Bool
  }

  /// The action of a handler, and its answer.
  struct Script {
    var number: Int
    var deeds: [Deed]
    var answer: Answer
  }

  enum Answer: CaseIterable { case stop, handledContinue, ignored, fail }

  enum Deed {
    case reparent(Int, to: Int?)
    case release(Int)
    case unplug(Int)
    case remove(Int, name: Int)
    case setEnabled(Bool, Int, name: Int)
    case register(Int, name: Int, Answer)
    case replace(Int, name: Int, Answer)
    /// Sends an event with a greater name, so that stories terminate.
    case send(Int, name: Int)
  }

  init(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let count = 1 + random.below(10)
    for node in 0..<count {
      // Mostly trees, in which a parent has a greater number; sometimes any graph.
      let isTree = random.chance(95)
      let low = isTree ? node + 1 : 0
      parents.append(low < count && random.chance(92) ? low + random.below(count - low) : nil)
      layers.append(random.chance(75) ? Self.layer(of: count, &random) : nil)
    }
    for _ in 0..<2 + random.below(6) {
      sends.append(
        (random.below(random.chance(70) ? min(3, count) : count), random.below(Self.names)))
    }
  }

  private static func layer(of count: Int, _ random: inout SeededRandom) -> Layer {
    var layer = Layer()
    for name in 0..<names where random.chance(55) {
      let deeds = (0..<random.below(3)).map { _ in deed(in: name, of: count, &random) }
      layer.handlers[name] = Script(
        number: random.below(1_000), deeds: random.chance(50) ? deeds : [], answer: answer(&random))
      if random.chance(15) { layer.disabled.insert(name) }
    }
    if random.chance(50) {
      layer.decoration = Decoration(key: random.below(2), ifAbsent: random.chance(40))
    }
    return layer
  }

  private static func answer(_ random: inout SeededRandom) -> Answer {
    let all: [Answer] = [
      .stop, .handledContinue, .handledContinue, .ignored, .ignored, .ignored, .fail,
    ]
    return all[random.below(all.count)]
  }

  private static func deed(
    in name: Int, of count: Int, _ random: inout SeededRandom
  ) -> Deed {
    let node = random.below(count)
    let other = random.below(names)
    switch random.below(8) {
    case 0: return .reparent(node, to: random.chance(30) ? nil : random.below(count))
    case 1: return .release(node)
    case 2: return .unplug(node)
    case 3: return .remove(node, name: other)
    case 4: return .setEnabled(random.chance(40), node, name: other)
    case 5: return .register(node, name: other, answer(&random))
    case 6: return .replace(node, name: other, answer(&random))
    default:
      guard name + 1 < names else { return .release(node) }
      return .send(node, name: name + 1 + random.below(names - name - 1))
    }
  }
}

extension SeededRandom {
  /// Returns `true` with a probability of `percent` percent.
  fileprivate mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &self) < percent
  }

  fileprivate mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
}
