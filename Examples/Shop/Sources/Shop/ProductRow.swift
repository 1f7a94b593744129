import Components
import Foundation
import Observation
import SelfManaged

/// A row of the list: the seller's avatar, a like button and a cart editor for one product.
///
/// A view draws the `state` of each component, and calls `avatar.tap()`, `like.tap()` and
/// `editor.add()`.
@MainActor @Observable
final class ProductRow: AdoptableResponder, Identifiable {
  let avatar = AvatarView()
  let like = LikeButton()
  let editor = NumberEditor()
  private(set) var product: Product

  @ObservationIgnored weak var nextResponder: (any Responder)?

  init(_ product: Product, in session: Session) {
    self.product = product
    adopt(avatar, like, editor)
    show(product, in: session)
  }

  /// Shows a product, for example in a reused row, or the same one from a list that was read later.
  func show(_ product: Product, in session: Session) {
    self.product = product
    editor.label = product.title
    avatar.selfManagedConfigure(
      imageURL: product.avatar.flatMap(URL.init), userID: product.sellerID, in: session)
    like.selfManagedConfigure(
      isLiked: product.isLiked, count: product.likes, version: product.likesVersion,
      itemID: product.id, in: session)
    // The session reads the cart once, for the rows, the badge and the cart page.
    editor.prepareForCart(productID: product.id, in: session)
  }
}
