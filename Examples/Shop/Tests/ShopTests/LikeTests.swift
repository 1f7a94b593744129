import Components
import Foundation
import Testing

@testable import Shop

/// The like buttons of the shop; a recording replaces the server.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct LikeTests {
  @Test func aLikeShowsTheServersCount() async throws {
    let (page, session, server) = try await ShopPage.open("like-confirmed")
    page.tea.like.tap()
    #expect(page.tea.like.state == .init(isLiked: true, count: 11, change: .user))
    await session.settled()
    // Another user has liked the product too.
    #expect(page.tea.like.state == .init(isLiked: true, count: 12, change: .confirm))
    #expect(server.difference == [])
  }

  @Test func aListFromBeforeTheLikeIsIgnored() async throws {
    let (page, session, server) = try await ShopPage.open("like-and-list")
    page.tea.like.tap()
    await session.settled()
    // The list was read between the other user's like and this one.
    let row = page.tea
    let isRedrawn = Task { await until { row.product.likesVersion == 7 } }
    await page.reload()
    await isRedrawn.value
    await session.settled()
    #expect(page.tea.like.state == .init(isLiked: true, count: 12, change: .bind))
    #expect(server.difference == [])
  }

  @Test func aLikeThatExistsAlreadyStays() async throws {
    let (page, session, server) = try await ShopPage.open("like-already")
    page.tea.like.tap()
    await session.settled()
    #expect(page.tea.like.state.isLiked)
    #expect(page.message == nil)
    #expect(server.difference == [])
  }

  /// The server has confirmed nothing yet, so the refusal contradicts the card, and the like is read.
  @Test func aRefusedLikeIsRolledBackWithItsMessage() async throws {
    let (page, session, server) = try await ShopPage.open("like-refused")
    page.tea.like.tap()
    #expect(page.tea.like.state.isLiked)
    await session.settled()
    #expect(page.tea.like.state == .init(isLiked: false, count: 10, change: .rollback))
    #expect(page.message == "This product is no longer for sale")
    #expect(server.difference == [])
  }

  @Test func aLikeThatWasNotSentIsRolledBack() async throws {
    let (page, session, server) = try await ShopPage.open("like-offline")
    page.tea.like.tap()
    await session.settled()
    #expect(page.tea.like.state == .init(isLiked: false, count: 10, change: .rollback))
    #expect(server.difference == [])
  }

  @Test func twentyQuickTapsSendTwoRequests() async throws {
    let (page, session, server) = try await ShopPage.open("like-and-unlike")
    for _ in 1...20 { page.tea.like.tap() }
    await session.settled()
    #expect(page.tea.like.state == .init(isLiked: false, count: 10, change: .user))
    #expect(server.difference == [])
  }

  @Test func aLikeWithALostReplyIsSentAgainAndReadBack() async throws {
    let (page, session, server) = try await ShopPage.open("like-lost")
    page.tea.like.tap()
    await session.settled()
    // The server has made the first attempt, and refuses the second one under the same key.
    #expect(page.tea.like.state == .init(isLiked: true, count: 11, change: .user))
    #expect(page.message == nil)
    #expect(server.difference == [])
  }
}
