import Components
import GoodsPage
import GoodsSections

/// The goods page: the only code that imports both of its modules.
@MainActor
final class GoodsScreen {
  private let app = AppRoot()
  private let page: GoodsPage
  private let sections: GoodsSections

  /// Creates the page of the apple, whose purchases are added with the cart's editor.
  init(cart: NumberEditor) throws {
    let proxy = try GoodsProxy(product: "apple") { Columns.print("goods page", $0, "") }
    proxy.onBuy = { _, quantity in for _ in 0..<quantity { cart.add() } }
    page = GoodsPage(proxy)
    page.nextResponder = app
    sections = try GoodsSections(on: page)
    cart.nextResponder = page
  }

  /// Whether the path of each event is printed.
  var tracing = true

  /// The number of observed events.
  var observed: Int { app.observed }

  func disableAddress() { page.proxy.table.setEnabled(false, for: sections.address.event) }

  /// Taps a button, and prints the delivery of its event.
  func tap(_ button: KeyPath<GoodsSections, GoodsButton>) {
    if tracing { EventRouting.trace = { Self.print("\($0)") } }
    EventRouting.onUnhandled = { Self.print("\($0)") }
    defer { (EventRouting.trace, EventRouting.onUnhandled) = (nil, nil) }
    sections[keyPath: button].tap()
  }

  private static func print(_ lines: String) {
    for line in lines.split(separator: "\n") { Swift.print("    " + line) }
  }
}

/// The root of every chain, which observes all events and handles none.
@MainActor
private final class AppRoot: Responder, EventProxy {
  weak var nextResponder: (any Responder)?
  let table = EventTable()
  private(set) var observed = 0

  init() {
    table.observer = { [unowned self] _, _ in observed += 1 }
  }
}
