import Components

/// Responders with weak parents.
@MainActor
final class EventChain {
  static let name = EventName("goods.buy")
  static let info: EventInfo = ["sku": "red"]

  /// From the root down, which keeps all of them alive.
  private let nodes: [any Responder]
  private(set) var heard = 0

  /// Who handles events.
  enum Listeners { case root, all }

  /// Creates a chain; each table knows eight other events as well.
  init(depth: Int, _ listeners: Listeners) throws {
    let nodes = (0..<depth).map { level -> any Node in
      listeners == .all || level == 0 ? Listener() : Passer()
    }
    self.nodes = nodes
    for (node, parent) in zip(nodes.dropFirst(), nodes) { node.nextResponder = parent }
    for (level, node) in nodes.enumerated() {
      guard let table = (node as? Listener)?.table else { continue }
      for other in 0..<8 {
        table.on(EventName(rawValue: "goods.other\(other)")) { _ in .ignored }
      }
      let answer = level == 0 ? Handling.stop : .ignored
      table.on(Self.name) { [unowned self] _ in
        heard &+= 1
        return answer
      }
    }
  }

  /// The one farthest from the root.
  var sender: any Responder { nodes[nodes.count - 1] }

  /// How often an event was heard that `body` sent.
  func hears(_ body: () -> Void) -> Int {
    let before = heard
    body()
    return heard - before
  }

  @MainActor
  private protocol Node: Responder {
    var nextResponder: (any Responder)? { get set }
  }

  /// A node as most are: with no line of code.
  private final class Passer: Node {
    weak var nextResponder: (any Responder)?
  }

  private final class Listener: Node {
    weak var nextResponder: (any Responder)?
    let table = EventTable()
    var eventHandling: (any EventHandling)? { table }
  }
}
