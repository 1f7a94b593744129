import Components
import Observation
import SelfManaged

/// The cart page: the lines, the total, and the order.
///
/// A view draws `lines` and `total`. The row of a line owns the line's editor.
@MainActor @Observable
final class CartPage: AdoptableResponder {
  /// The state of the order.
  private(set) var order = Order.none
  @ObservationIgnored weak var nextResponder: (any Responder)?
  private let shop: ShopAPI
  private let session: Session

  init(_ shop: ShopAPI, in session: Session) {
    (self.shop, self.session) = (shop, session)
  }

  /// What became of the order.
  enum Order: Equatable {
    case none
    case waiting
    case placed(number: String)
    /// The products whose changes the server has not confirmed in time.
    case pending(productIDs: [String])
    /// The cart is another one than the one that the user saw.
    case cartChanged
    case failed(String)
  }

  var lines: [SessionCart.Line] { session.cart.lines }

  /// The total as the server wrote it.
  var total: String { session.cart.total ?? "…" }

  /// Whether the server has still to count a change.
  var isTotalDimmed: Bool { !session.cart.isUpToDate }

  /// Creates the editor for the row of a line; a gift has none.
  func makeEditor(of line: SessionCart.Line) -> NumberEditor? {
    if line.item?.isGift == true { return nil }
    let editor = NumberEditor(label: line.item?.title ?? "")
    adopt(editor)
    editor.prepareForCart(productID: line.id, in: session)
    return editor
  }

  /// Orders the cart that the user sees, once the server has each change of it.
  func placeOrder() async {
    let seen = quantities
    guard order != .waiting, !seen.isEmpty else { return }
    order = .waiting
    let outcome = await session.cart.settled(within: .seconds(3))
    let unconfirmed = outcome.pending + outcome.inDoubt
    guard unconfirmed.isEmpty else { return order = .pending(productIDs: unconfirmed) }
    // A tap that failed meanwhile, or a change by the shop; the page shows it already.
    guard quantities == seen else { return order = .cartChanged }
    do throws(ServiceError) {
      order = .placed(number: try await shop.placeOrder(of: session.cart.payload as? CartSummary))
    } catch {
      order = error.code == .conflict ? .cartChanged : .failed(error.message)
    }
    session.refresh()  // An order empties the cart; a refusal may mean that it has changed.
  }

  private var quantities: [String: Int] {
    let pairs = lines.filter { !$0.isRemoved }.map { ($0.productID, $0.quantity) }
    return Dictionary(pairs, uniquingKeysWith: +)
  }
}

extension SessionCart.Line {
  /// The line as the server sent it; `nil` until the server has placed it.
  var item: CartItem? { payload as? CartItem }
}
