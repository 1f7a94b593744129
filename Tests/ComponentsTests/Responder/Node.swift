import Components

extension EventName {
  static let buy = Self("buy")
  static let score = Self("score")
}

extension EventKey where Value == Int { static var row: Self { "row" } }
extension EventKey where Value == String { static var sku: Self { "sku" } }

/// A responder with a table and a label, for tests.
@MainActor
final class Node: Responder {
  let label: String
  weak var nextResponder: (any Responder)?
  var handling: (any EventHandling)?
  var eventHandling: (any EventHandling)? { handling }
  /// The objects that live as long as this node.
  ///
  /// Links upward are weak, and an optimized build releases a local after its last use.
  var keeps: [AnyObject] = []

  init(_ label: String = "", next: (any Responder)? = nil) {
    self.label = label
    nextResponder = next
  }

  /// Its table, created on first use.
  var table: EventTable {
    if let table = handling as? EventTable { return table }
    let table = EventTable()
    handling = table
    return table
  }

  /// Nodes that lead from the first to the last; the first keeps the others alive.
  static func chain(_ labels: String...) -> [Node] { chain(labels) }

  static func chain(_ labels: [String]) -> [Node] {
    let nodes = labels.map { Node($0) }
    for (node, next) in zip(nodes, nodes.dropFirst()) { node.nextResponder = next }
    nodes.first?.keeps = Array(nodes.dropFirst())
    return nodes
  }
}

/// A responder with only the one required line.
@MainActor
final class PlainNode: Responder {
  weak var nextResponder: (any Responder)?
}

/// The recorded lines, in order.
@MainActor
final class Notes {
  var lines: [String] = []

  /// A handler that records its label and returns an answer.
  func handler(_ label: String, _ answer: Handling) -> EventHandler {
    { _ in
      self.lines.append(label)
      return answer
    }
  }
}

@MainActor
extension EventResult {
  /// The labels of the responders that handled the event.
  var labels: [String] { handledBy.compactMap { ($0 as? Node)?.label } }
}

/// Changes a global event setting and restores it, synchronously on the main actor.
@MainActor
func with<Value, Result>(
  _ setting: ReferenceWritableKeyPath<Routing, Value>, _ value: Value,
  _ body: () throws -> Result
) rethrows -> Result {
  let routing = Routing()
  let former = routing[keyPath: setting]
  routing[keyPath: setting] = value
  defer { routing[keyPath: setting] = former }
  return try body()
}

/// The global event settings, as an object with key paths.
@MainActor
final class Routing {
  var onUnhandled: (@MainActor (EventReport) -> Void)? {
    get { EventRouting.onUnhandled }
    set { EventRouting.onUnhandled = newValue }
  }
  var trace: (@MainActor (EventTrace) -> Void)? {
    get { EventRouting.trace }
    set { EventRouting.trace = newValue }
  }
  var maximumDepth: Int {
    get { EventRouting.maximumDepth }
    set { EventRouting.maximumDepth = newValue }
  }
  var maximumPathLength: Int {
    get { EventRouting.maximumPathLength }
    set { EventRouting.maximumPathLength = newValue }
  }
}
