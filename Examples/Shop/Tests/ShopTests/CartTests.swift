import Components
import Testing

@testable import ProductCard

/// The cart editor of the screen; a recording replaces the server.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct CartTests {
  @Test func anAdditionWithALostReplyIsReadBack() async throws {
    let (card, session, server) = try ProductCard.open("addition-lost")
    card.editor.add()
    await session.settled()
    #expect(card.editor.state.quantity == 3)
    #expect(card.message == nil)
    #expect(server.requests == server.recordedRequests)
  }

  @Test func anAdditionIsRebasedAfterAConflict() async throws {
    let (card, session, server) = try ProductCard.open("addition-conflict")
    card.editor.add()
    await session.settled()
    // Another device has added 4.
    #expect(card.editor.state.quantity == 7)
    #expect(card.message == nil)
    #expect(server.requests == server.recordedRequests)
  }

  @Test func aQuantityAboveTheStockIsAdjusted() async throws {
    let (card, session, server) = try ProductCard.open("quantity-clamped")
    card.editor.edit("100")
    card.editor.endEditing()
    #expect(card.editor.state.quantity == 100)
    await session.settled()
    #expect(card.editor.state.quantity == 5)
    #expect(card.editor.state.change == .adjust)
    #expect(!card.editor.state.canAdd)
    #expect(card.message == "Only 5 left")
    card.editor.reduce()
    await session.settled()
    #expect(card.editor.state.quantity == 4)
    #expect(server.requests == server.recordedRequests)
  }
}
