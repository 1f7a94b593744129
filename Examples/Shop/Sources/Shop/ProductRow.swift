import Components
import Observation
import SelfManaged

/// The model of the screen: the seller's avatar, a like button and a cart editor for one product.
///
/// ```swift
/// // once, at the composition root
/// let shop = ShopAPI(baseURL: shopURL)
/// let session = Session(navigator: appNavigator, likes: shop, cart: shop, images: shop)
///
/// let card = ProductCard(product, in: session)
/// ```
///
/// A view draws the `state` of each component and calls `avatar.tap()`, `like.tap()` and
/// `editor.add()`.
@MainActor @Observable
final class ProductCard: Responder, EventProxy {
  let product: Product
  let avatar = AvatarView()
  let like = LikeButton()
  let editor = NumberEditor()

  /// The message about the last tap that failed or was adjusted, for a banner.
  private(set) var message: String?

  @ObservationIgnored weak var nextResponder: (any Responder)?
  let table = EventTable()

  init(_ product: Product, in session: Session) {
    self.product = product
    avatar.selfManagedConfigure(imageURL: product.avatar, userID: product.sellerID, in: session)
    like.selfManagedConfigure(
      isLiked: product.isLiked, count: product.likes, version: product.likesVersion,
      itemID: product.id, in: session)
    editor.prepareForCart(
      productID: product.id, quantity: product.quantity, version: product.cartVersion, in: session)
    showMessages()
  }

  /// Failures and adjustments rise from the tapped component to its next responder.
  private func showMessages() {
    avatar.nextResponder = self
    like.nextResponder = self
    editor.nextResponder = self
    table.on(TapFailed.self) { [weak self] failed, _ in
      self?.message = failed.error.message
      return .stop
    }
    table.on(TapAdjusted.self) { [weak self] adjusted, _ in
      self?.message = adjusted.notice
      return .stop
    }
  }
}
