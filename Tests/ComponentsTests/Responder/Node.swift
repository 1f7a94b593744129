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
  /// What lives as long as this node.
  ///
  /// Links upward are weak, and an optimised build lets go of a local after its last use.
  var keeps: [AnyObject] = []

  init(_ label: String = "", next: (any Responder)? = nil) {
    self.label = label
    nextResponder = next
  }

  /// Its table, made when first asked for.
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

/// A responder that needs no more than the one line.
@MainActor
final class PlainNode: Responder {
  weak var nextResponder: (any Responder)?
}

/// What was noted, in order.
@MainActor
final class Notes {
  var lines: [String] = []

  /// A handler that notes its label and answers.
  func handler(_ label: String, _ answer: Handling) -> EventHandler {
    { _ in
      self.lines.append(label)
      return answer
    }
  }
}

@MainActor
extension EventResult {
  /// The labels of those that handled it.
  var labels: [String] { handledBy.compactMap { ($0 as? Node)?.label } }
}

/// Sets what is set once for all events, and sets it back, in one turn of the main actor.
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

/// The settings of all events, as an object that has key paths.
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
