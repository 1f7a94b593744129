import Fakes
import Foundation
import SelfManaged

@testable import ProductCard

extension ProductCard {
  /// Shows a product with 10 likes, of which the cart contains 2.
  static func open(
    _ recording: String, avatar: String? = nil
  ) throws -> (card: ProductCard, session: Session, server: RecordedServer) {
    let server = try RecordedServer(recording)
    let shop = ShopAPI(baseURL: server.baseURL, configuration: server.configuration)
    // With the real services; only the delays before another attempt are skipped.
    let session = Session.fake(likes: shop, cart: shop, images: shop)
    let tea = Product(
      id: "tea", sellerID: "ann", avatar: avatar.map { server.baseURL.appending(path: $0) },
      isLiked: false, likes: 10, likesVersion: 6, quantity: 2, cartVersion: 3)
    return (ProductCard(tea, in: session), session, server)
  }
}
