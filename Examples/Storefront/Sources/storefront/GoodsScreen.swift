import Components
import GoodsPage
import GoodsSections

/// The goods page: the only code that imports both of its modules.
@MainActor
final class GoodsScreen {
  private let page: GoodsPage
  private let sections: GoodsSections
  /// Whether the path of each event is printed.
  var tracing = true
  /// The number of events that the page has observed.
  private(set) var observed = 0

  /// Creates the page of the apple, whose purchases are added with the cart's editor.
  init(cart: NumberEditor) {
    let proxy = GoodsProxy(product: "apple") { Columns.print("goods page", $0, "") }
    proxy.onBuy = { _, quantity in for _ in 0..<quantity { cart.add() } }
    page = GoodsPage(proxy)
    sections = GoodsSections(on: page)
    cart.nextResponder = page
    proxy.table.observer = { [unowned self] _, _ in observed += 1 }
  }

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
