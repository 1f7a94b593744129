import Components
import Observation
import SelfManaged

/// The cart page: the lines, the total, and the order.
///
/// A view draws `lines` and `total`. The row of a line owns the line's editor.
@MainActor @Observable
final class CartPage: AdoptableResponder {
  /// The outcome of the last order; a view sets it to `none` when the user closes the message.
  var order = Order.none
  /// The titles of the products that the list shows, for a line that the server has not placed yet.
  @ObservationIgnored var titles: [String: String] = [:]
  @ObservationIgnored weak var nextResponder: (any Responder)?
  private let shop: ShopAPI
  private let session: Session

  init(_ shop: ShopAPI, in session: Session) {
    (self.shop, self.session) = (shop, session)
  }

  enum Order: Equatable {
    case none
    case waiting
    case placed(number: String)
    /// The server has not confirmed each change of the cart in time.
    case pending
    /// The cart differs from the displayed one.
    case cartChanged
    /// It is not known whether the order was placed.
    case unknown
    case failed(String)
  }

  var lines: [SessionCart.Line] { session.cart.lines }

  /// The total as the server wrote it.
  var total: String { session.cart.total ?? "…" }

  /// Whether `total` lacks a pending change.
  var isTotalDimmed: Bool { !session.cart.isUpToDate }

  /// The server's last message about the cart, for example about a gift.
  var notice: String? { session.cart.notice }

  func title(of line: SessionCart.Line) -> String {
    line.item?.title ?? titles[line.productID] ?? "…"
  }

  /// Creates the editor for the row of a line; a gift has none.
  func makeEditor(of line: SessionCart.Line) -> NumberEditor? {
    if line.item?.isGift == true { return nil }
    let editor = NumberEditor(label: title(of: line))
    adopt(editor)
    editor.prepareForCart(productID: line.id, in: session)
    return editor
  }

  /// Orders the displayed cart, once the server has each change of it.
  ///
  /// Call `endEditing()` of the focused editor before: a text that is being edited is not in the cart.
  func placeOrder() async {
    let (quantities, prices) = (quantities, prices)
    guard order != .waiting, !session.hasEnded, !quantities.isEmpty else { return }
    order = .waiting
    order = await outcome(quantities, prices)
  }

  private func outcome(_ quantities: [String: Int], _ prices: [String: String]) async -> Order {
    let settled = await session.cart.settled(within: .seconds(3))
    if session.hasEnded { return .none }
    guard settled.pending.isEmpty, settled.inDoubt.isEmpty else { return .pending }
    // Meanwhile a tap may have failed, or the shop may have changed a line; the page shows it.
    guard let tag = session.cart.payload as? String, self.quantities == quantities,
      self.prices == prices
    else { return .cartChanged }
    let outcome: Order
    do throws(ServiceError) {
      outcome = .placed(number: try await shop.placeOrder(ofCart: tag))
    } catch {
      switch error.code {
      case .conflict: outcome = .cartChanged
      case .unknownOutcome: outcome = .unknown
      default: outcome = .failed(error.message)
      }
    }
    session.refresh()  // The order may have emptied the cart, or the cart was changed elsewhere.
    await session.cart.settled(within: .seconds(3))
    return outcome
  }

  private var quantities: [String: Int] {
    let pairs = lines.filter { !$0.isRemoved }.map { ($0.productID, $0.quantity) }
    return Dictionary(pairs, uniquingKeysWith: +)
  }

  private var prices: [String: String] {
    let pairs = lines.filter { !$0.isRemoved }.compactMap { line in
      line.item.map { (line.productID, $0.price) }
    }
    return Dictionary(pairs) { first, second in "\(first), \(second)" }
  }
}

extension SessionCart.Line {
  /// The line as the server sent it; `nil` until the server has placed it.
  var item: CartItem? { payload as? CartItem }
}
