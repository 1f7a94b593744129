import Components
import Fakes
import Foundation
import SelfManaged
import Testing

@testable import ProductCard

/// The screen, its services and URLSession; a recording replaces the server.
@MainActor
struct ProductCardTests {
  /// Shows a product with 10 likes, of which the cart contains 2.
  private func open(
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

  @Test func aLikeShowsTheServersCount() async throws {
    let (card, session, server) = try open("like-confirmed")
    card.like.tap()
    #expect(card.like.state == .init(isLiked: true, count: 11, change: .user))
    await session.settled()
    // Another user has liked the product too.
    #expect(card.like.state == .init(isLiked: true, count: 12, change: .confirm))
    #expect(server.requests == server.recordedRequests)
  }

  @Test func aRefusedLikeIsRolledBackWithItsMessage() async throws {
    let (card, session, server) = try open("like-refused")
    card.like.tap()
    #expect(card.like.state.isLiked)
    await session.settled()
    #expect(card.like.state == .init(isLiked: false, count: 10, change: .rollback))
    #expect(card.message == "This product is no longer for sale")
    #expect(server.requests == server.recordedRequests)
  }

  @Test func aLikeThatWasNotSentIsRolledBack() async throws {
    let (card, session, server) = try open("like-offline")
    card.like.tap()
    await session.settled()
    #expect(card.like.state == .init(isLiked: false, count: 10, change: .rollback))
    #expect(server.requests == server.recordedRequests)
  }

  @Test func twentyQuickTapsSendTwoRequests() async throws {
    let (card, session, server) = try open("like-and-unlike")
    for _ in 1...20 { card.like.tap() }
    await session.settled()
    #expect(card.like.state == .init(isLiked: false, count: 10, change: .user))
    #expect(server.requests == server.recordedRequests)
  }

  @Test func aLikeWithALostReplyIsSentAgainUnderItsKey() async throws {
    let (card, session, server) = try open("like-lost")
    card.like.tap()
    await session.settled()
    #expect(card.like.state == .init(isLiked: true, count: 11, change: .user))
    #expect(server.requests == server.recordedRequests)
  }

  @Test func anAdditionWithALostReplyIsReadBack() async throws {
    let (card, session, server) = try open("addition-lost")
    card.editor.add()
    await session.settled()
    #expect(card.editor.state.quantity == 3)
    #expect(card.message == nil)
    #expect(server.requests == server.recordedRequests)
  }

  @Test func anAdditionIsRebasedAfterAConflict() async throws {
    let (card, session, server) = try open("addition-conflict")
    card.editor.add()
    await session.settled()
    // Another device has added 4.
    #expect(card.editor.state.quantity == 7)
    #expect(card.message == nil)
    #expect(server.requests == server.recordedRequests)
  }

  @Test func aQuantityAboveTheStockIsAdjusted() async throws {
    let (card, session, server) = try open("quantity-clamped")
    card.editor.edit("100")
    card.editor.endEditing()
    #expect(card.editor.state.quantity == 100)
    await session.settled()
    #expect(card.editor.state.quantity == 5)
    #expect(card.editor.state.change == .adjust)
    #expect(!card.editor.state.canAdd)
    #expect(card.message == "Only 5 left")
    #expect(server.requests == server.recordedRequests)
  }

  @Test func theAvatarLoadsItsImage() async throws {
    let (card, session, server) = try open("avatar", avatar: "avatars/ann.svg")
    #expect(card.avatar.state.image == .loading)
    await session.imagesLoaded()
    let image = LoadedImage(Data(#"<svg xmlns="http://www.w3.org/2000/svg"/>"#.utf8))
    #expect(card.avatar.state.image == .loaded(image))
    #expect(server.requests == server.recordedRequests)
  }
}
