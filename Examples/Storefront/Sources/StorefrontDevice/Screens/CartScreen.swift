import Components
import SelfManaged
import StorefrontWire

/// The cart as one value: its lines, its amounts, and the order.
final class CartScreen: Screen {
  private var lines: StateWatcher?
  private var ordering: Task<Void, Never>?
  /// The outcome of the last order, for the user.
  private var outcome = ""
  /// What the page showed with the outcome.
  private var shown: (lines: [String], isUpToDate: Bool) = ([], false)

  init(in context: ScreenContext) { super.init(.cart, title: "Cart", in: context) }

  private var cart: SessionCart { context.session.cart }

  override func load() async throws {
    let began = context.session.beginRead()
    cart.receive(try await context.services.cart(), asOf: began)
    add(ShownComponent(id("total"), cart))
    add(
      ShownComponent(button: id("order"), label: "Order", isMain: true) { [weak self] in
        self?.order()
      })
    lines = StateWatcher({ [cart] in cart.lines }) { [weak self] _ in self?.show() }
    show()
  }

  override func clear() {
    super.clear()
    lines = nil
  }

  override func flush() {
    lines?.flush()
    super.flush()
  }

  private func show() {
    // The outcome of an order is not about a later cart.
    let isOutdated = displayed != shown.lines || cart.isUpToDate && !shown.isUpToDate
    if ordering == nil, isOutdated { outcome = "" }
    let rows = cart.lines.map(row)
    lay([
      rows.isEmpty ? .browse("The cart is empty") : .init(title: nil, style: .list, rows: rows),
      .init(
        title: nil, style: .checkout,
        rows: [
          .init(
            id: "order", text: outcome, trail: rows.isEmpty ? [] : [id("total"), id("order")])
        ]),
    ])
  }

  private func row(of line: SessionCart.Line) -> ScreenPatch.Row {
    let item = line.item
    var row = ScreenPatch.Row(
      id: line.id, title: item?.name ?? line.productID,
      text: line.isRemoved ? "Removed" : item?.gift ?? item?.price.description,
      art: line.productID, isRemoved: line.isRemoved)
    guard item?.gift == nil else { return row }
    let editor = id("cart/\(line.id)")
    if components[editor] == nil {
      add(ShownComponent(editor, self.editor(of: line.id, named: item?.name ?? line.productID)))
    }
    row.trail = [editor]
    return row
  }

  /// Orders the displayed cart, once the server has each change of it; one order after the other.
  private func order() {
    guard ordering == nil else { return }
    let displayed = displayed
    ordering = Task { [weak self] in
      self?.say(outcome: "Ordering …")
      let outcome = await self?.outcome(ofOrdering: displayed)
      self?.ordering = nil
      self?.say(outcome: outcome ?? "")
    }
  }

  private func say(outcome: String) {
    self.outcome = outcome
    shown = (displayed, cart.isUpToDate)
    show()
  }

  private func outcome(ofOrdering displayed: [String]) async -> String {
    let settled = await cart.settled(within: .seconds(3))
    let waiting = settled.pending + settled.inDoubt
    guard waiting.isEmpty else {
      let names = waiting.compactMap { id in
        cart.lines.first { [$0.id, $0.productID].contains(id) }?.item?.name
      }
      // The total follows from the lines.
      let pending = names.isEmpty ? "the total" : names.joined(separator: ", ")
      return "Not ordered. Still pending: \(pending)"
    }
    // Meanwhile a tap may have failed, or the shop may have changed a line; the page shows it.
    guard displayed == self.displayed, let version = cart.shown?.version else {
      return Self.changed
    }
    do {
      let order = try await context.services.placeOrder(ofCart: version)
      cart.receive(order.cart.report)
      return "Order \(order.number) is placed: \(order.total)"
    } catch {
      let outcome: String
      switch error.code {
      case .conflict: outcome = Self.changed
      case .unknownOutcome: outcome = "It is not known whether the order was placed."
      default: return "Not ordered. \(error.message)"
      }
      // The order may have emptied the cart, or the cart was changed elsewhere.
      context.session.refresh()
      await cart.settled(within: .seconds(3))
      return outcome
    }
  }

  private static let changed = "Not ordered. The cart has changed; please check it"

  /// The lines that the user pays for.
  private var displayed: [String] {
    cart.lines.filter { !$0.isRemoved && $0.item?.gift == nil }.map { line in
      "\(line.quantity) × \(line.id), \(line.item?.price.description ?? "")"
    }
  }
}

extension SessionCart {
  /// The last known cart as the server sent it.
  var shown: StorefrontCart? { payload as? StorefrontCart }
}

extension SessionCart.Line {
  /// The line as the server sent it; `nil` until the server has placed it.
  var item: StorefrontCart.Line? { payload as? StorefrontCart.Line }
}
