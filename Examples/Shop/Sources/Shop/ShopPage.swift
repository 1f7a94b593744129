import Components
import Observation
import SelfManaged

/// The list of products, the badge on the cart, and the message about the last failure.
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
  /// The message about the last failure or adjustment; a view sets it to `nil` when it closes it.
  ///
  /// It is about the components on screen. `Session.failures()` also has those of closed pages.
  var message: String?

  @ObservationIgnored weak var nextResponder: (any Responder)?
  let table = EventTable()
  private let shop: ShopAPI
  private let session: Session
  @ObservationIgnored private var reloads = 0

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
      if let notice = adjusted.notice { self?.message = notice }
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

  /// Reads the list; a row keeps its components.
  func reload() async {
    reloads += 1
    let number = reloads
    let result = await shop.products()
    // A list that is requested later is newer, whichever arrives first.
    guard number == reloads, !session.hasEnded, !Task.isCancelled else { return }
    switch result {
    case .success(let products): show(products)
    case .failure(let error): message = "The list could not be loaded. \(error.message)"
    }
  }

  private func show(_ products: [Product]) {
    let former = Dictionary(rows.map { ($0.product.id, $0) }) { first, _ in first }
    rows = products.map { product in
      guard let row = former[product.id] else { return ProductRow(product, in: session) }
      row.show(product, in: session)
      return row
    }
    for row in rows { adopt(row) }
    cartPage.titles = Dictionary(products.map { ($0.id, $0.title) }) { first, _ in first }
  }
}

extension SessionPolicy {
  /// A removal from the cart can be undone for five seconds, and the server recognizes keys.
  static var shop: Self {
    var policy = Self()
    policy.cart.grace = .seconds(5)
    policy.cart.honorsIdempotencyKeys = true
    return policy
  }
}
