import Components
import Foundation
import Testing

@testable import ProductCard

/// The screen, its services and URLSession; a recording replaces the server.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct ProductCardTests {
  @Test func aLikeShowsTheServersCount() async throws {
    let (card, session, server) = try ProductCard.open("like-confirmed")
    card.like.tap()
    #expect(card.like.state == .init(isLiked: true, count: 11, change: .user))
    await session.settled()
    // Another user has liked the product too.
    #expect(card.like.state == .init(isLiked: true, count: 12, change: .confirm))
    #expect(server.requests == server.recordedRequests)
  }

  @Test func aListFromBeforeTheLikeIsIgnored() async throws {
    let (card, session, server) = try ProductCard.open("like-confirmed")
    card.like.tap()
    await session.settled()
    // The list was read between the other user's like and this one.
    var listed = card.product
    (listed.likes, listed.likesVersion) = (11, 7)
    let scrolledBack = ProductCard(listed, in: session)
    await session.settled()
    #expect(scrolledBack.like.state == .init(isLiked: true, count: 12, change: .bind))
    #expect(server.requests == server.recordedRequests)
  }

  /// The server has confirmed nothing yet, so the refusal contradicts the card, and the like is read.
  @Test func aRefusedLikeIsRolledBackWithItsMessage() async throws {
    let (card, session, server) = try ProductCard.open("like-refused")
    card.like.tap()
    #expect(card.like.state.isLiked)
    await session.settled()
    #expect(card.like.state == .init(isLiked: false, count: 10, change: .rollback))
    #expect(card.message == "This product is no longer for sale")
    #expect(server.requests == server.recordedRequests)
  }

  @Test func aLikeThatWasNotSentIsRolledBack() async throws {
    let (card, session, server) = try ProductCard.open("like-offline")
    card.like.tap()
    await session.settled()
    #expect(card.like.state == .init(isLiked: false, count: 10, change: .rollback))
    #expect(server.requests == server.recordedRequests)
  }

  @Test func twentyQuickTapsSendTwoRequests() async throws {
    let (card, session, server) = try ProductCard.open("like-and-unlike")
    for _ in 1...20 { card.like.tap() }
    await session.settled()
    #expect(card.like.state == .init(isLiked: false, count: 10, change: .user))
    #expect(server.requests == server.recordedRequests)
  }

  @Test func aLikeWithALostReplyIsSentAgainAndReadBack() async throws {
    let (card, session, server) = try ProductCard.open("like-lost")
    card.like.tap()
    await session.settled()
    // The server has made the first attempt, and refuses the second one under the same key.
    #expect(card.like.state == .init(isLiked: true, count: 11, change: .user))
    #expect(card.message == nil)
    #expect(server.requests == server.recordedRequests)
  }

  @Test func theAvatarLoadsItsImage() async throws {
    let (card, session, server) = try ProductCard.open("avatar", avatar: "avatars/ann.svg")
    #expect(card.avatar.state.image == .loading)
    await session.imagesLoaded()
    let image = LoadedImage(Data(#"<svg xmlns="http://www.w3.org/2000/svg"/>"#.utf8))
    #expect(card.avatar.state.image == .loaded(image))
    #expect(server.requests == server.recordedRequests)
  }
}
