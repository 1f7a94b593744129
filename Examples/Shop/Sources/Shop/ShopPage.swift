import Components
import Observation
import SelfManaged

/// The list of products, the badge on the cart, and the message about the last tap that failed.
///
/// ```swift
/// // once for each user, at the composition root
/// let shop = ShopAPI(baseURL: shopURL, token: user.token)
/// let session = Session(
///   navigator: appNavigator, likes: shop, cart: shop, images: shop, policy: .shop)
/// let page = ShopPage(shop, in: session)
/// await page.reload()
/// ```
@MainActor @Observable
final class ShopPage: Responder, EventProxy {
  private(set) var rows: [ProductRow] = []
  let cartPage: CartPage
  /// Whether the cart page is open.
  var showsCart = false
  /// The message for a banner: what failed or was adjusted.
  private(set) var message: String?

  @ObservationIgnored weak var nextResponder: (any Responder)?
  let table = EventTable()
  private let shop: ShopAPI
  private let session: Session

  init(_ shop: ShopAPI, in session: Session) {
    (self.shop, self.session) = (shop, session)
    cartPage = CartPage(shop, in: session)
    adopt(cartPage)
    // Failures and adjustments rise from the tapped component to this page.
    table.on(TapFailed.self) { [weak self] failed, _ in
      self?.message = failed.error.message
      return .stop
    }
    table.on(TapAdjusted.self) { [weak self] adjusted, _ in
      self?.message = adjusted.notice
      return .stop
    }
    // The product has several lines, for example with options; only the user knows which to change.
    table.on(LinesWanted.self) { [weak self] _, _ in
      self?.showsCart = true
      return .stop
    }
  }

  /// The number of units on the cart's tab; it changes with each tap.
  var badge: String? { session.cart.units == 0 ? nil : "\(session.cart.units)" }

  /// Reads the list; a row keeps its components, and with them a tap that is pending.
  func reload() async {
    do throws(ServiceError) {
      let products = try await shop.products()
      let former = Dictionary(rows.map { ($0.product.id, $0) }) { first, _ in first }
      rows = products.map { product in
        guard let row = former[product.id] else { return ProductRow(product, in: session) }
        row.show(product, in: session)
        return row
      }
      for row in rows { adopt(row) }
    } catch {
      message = error.message
    }
  }
}

extension SessionPolicy {
  /// A removal from the cart can be undone for five seconds, and is sent then.
  static var shop: Self {
    var policy = Self()
    policy.cart.grace = .seconds(5)
    return policy
  }
}
