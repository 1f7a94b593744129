import Components
import Fakes
import SelfManaged
import Testing

@testable import Shop

/// The cart in the list, in the badge and on the cart page; a recording replaces the server.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct CartTests {
  @Test func anAdditionWithALostReplyIsSentAgainUnderItsKey() async throws {
    let (page, session, server) = try await ShopPage.open("addition-lost")
    page.tea.editor.add()
    await session.settled()
    #expect(page.tea.editor.state.quantity == 3)
    #expect(page.message == nil)
    #expect(server.difference == [])
  }

  @Test func anAdditionIsRebasedAfterAConflict() async throws {
    let (page, session, server) = try await ShopPage.open("addition-conflict")
    page.tea.editor.add()
    await session.settled()
    // Another device has added 4.
    #expect(page.tea.editor.state.quantity == 7)
    #expect(page.message == nil)
    #expect(server.difference == [])
  }

  @Test func aQuantityAboveTheStockIsAdjusted() async throws {
    let (page, session, server) = try await ShopPage.open("quantity-clamped")
    let editor = page.tea.editor
    editor.edit("100")
    editor.endEditing()
    #expect(editor.state.quantity == 9)  // the stock that is known
    await session.settled()
    #expect(editor.state.quantity == 5)
    #expect(editor.state.change == .adjust)
    #expect(!editor.state.canAdd)
    #expect(page.message == "Only 5 left")
    editor.reduce()
    await session.settled()
    #expect(editor.state.quantity == 4)
    #expect(server.difference == [])
  }

  @Test func theBadgeMovesWithTheTapAndTheTotalWithTheReply() async throws {
    let (page, session, server) = try await ShopPage.open("gift")
    let cart = page.cartPage
    #expect((page.badge, cart.total, cart.isTotalDimmed) == ("2", "6.00 €", false))
    page.tea.editor.add()
    #expect((page.badge, cart.total, cart.isTotalDimmed) == ("3", "6.00 €", true))
    await session.settled()
    #expect((page.badge, cart.total, cart.isTotalDimmed) == ("4", "9.00 €", false))
    // The shop has added a gift, which has no editor.
    #expect(cart.lines.map(\.item?.title) == ["Green tea", "A mug, free with three teas"])
    #expect(cart.lines.map { cart.makeEditor(of: $0) == nil } == [false, true])
    #expect(server.difference == [])
  }

  @Test func aRemovedLineStaysInItsPlaceUntilItIsUndone() async throws {
    let (page, session, server) = try await ShopPage.open("removed", clock: FakeClock())
    let cart = page.cartPage
    let editor = try #require(cart.makeEditor(of: cart.lines[0]))
    editor.edit("0")
    editor.endEditing()
    #expect((page.badge, page.tea.editor.state.quantity) == (nil, 0))
    try #require(cart.lines.first?.undo).undo()
    #expect((page.badge, page.tea.editor.state.quantity) == ("2", 2))
    editor.edit("0")
    editor.endEditing()
    await session.settled()  // Sends the removal.
    #expect(cart.lines.isEmpty)
    #expect(cart.total == "0.00 €")
    #expect(server.difference == [])
  }

  @Test func anOrderContainsTheTapThatIsPending() async throws {
    let (page, session, server) = try await ShopPage.open("order-placed")
    page.tea.editor.add()
    await page.cartPage.placeOrder()
    #expect(page.cartPage.order == .placed(number: "1001"))
    await session.settled()
    #expect(page.badge == nil)
    #expect(server.difference == [])
  }

  @Test func anOrderSendsTheRemovalThatCanBeUndone() async throws {
    let (page, session, server) = try await ShopPage.open("order-without", clock: FakeClock())
    page.rows[1].editor.add()
    await session.settled()
    page.tea.editor.edit("0")
    page.tea.editor.endEditing()
    await page.cartPage.placeOrder()
    #expect(page.cartPage.order == .placed(number: "1001"))
    await session.settled()
    #expect(server.difference == [])
  }

  @Test func anOrderWithALostReplyIsPlacedOnce() async throws {
    let (page, session, server) = try await ShopPage.open("order-lost")
    await page.cartPage.placeOrder()
    #expect(page.cartPage.order == .placed(number: "1001"))
    await session.settled()
    await page.cartPage.placeOrder()  // The cart is empty now.
    #expect(page.cartPage.order == .placed(number: "1001"))
    #expect(server.difference == [])
  }

  @Test func aFailedSecondAttemptLeavesTheOutcomeOfAnOrderUnknown() async throws {
    let (page, session, server) = try await ShopPage.open("order-unknown")
    await page.cartPage.placeOrder()
    #expect(page.cartPage.order == .unknown)
    await session.settled()
    #expect(page.badge == nil)
    #expect(server.difference == [])
  }

  @Test func anOrderDoesNotWaitLongerThanThreeSeconds() async throws {
    let clock = FakeClock()
    let (page, _, server) = try await ShopPage.open("order-slow", clock: clock)
    page.tea.editor.add()
    await until { server.difference == [] }  // The request arrives, and has no reply.
    let order = Task { await page.cartPage.placeOrder() }
    await until { page.cartPage.order == .waiting }
    clock.advance(by: .seconds(3))
    await order.value
    #expect(page.cartPage.order == .pending)
  }

  @Test func anEndedSessionOrdersNothing() async throws {
    let (page, session, server) = try await ShopPage.open("order-slow", clock: FakeClock())
    page.tea.editor.add()
    await until { server.difference == [] }
    let order = Task { await page.cartPage.placeOrder() }
    await until { page.cartPage.order == .waiting }
    session.end()
    await order.value
    await page.cartPage.placeOrder()
    #expect(page.cartPage.order == .none)
    #expect(server.difference == [])
  }

  @Test func aPriceThatTheUserHasNotSeenIsNotOrdered() async throws {
    let (page, _, server) = try await ShopPage.open("order-dearer")
    page.tea.editor.add()
    await page.cartPage.placeOrder()
    #expect(page.cartPage.order == .cartChanged)
    #expect(server.difference == [])
  }

  @Test func aFirstPriceThatTheUserHasNotSeenIsNotOrdered() async throws {
    let (page, _, server) = try await ShopPage.open("order-first-price")
    page.rows[1].editor.add()  // The mug is not in the cart, so its line has no price yet.
    await page.cartPage.placeOrder()
    #expect(page.cartPage.order == .cartChanged)
    #expect(server.difference == [])
  }

  @Test func anAdjustedCartIsNotOrdered() async throws {
    let (page, _, server) = try await ShopPage.open("order-adjusted")
    page.tea.editor.add()
    await page.cartPage.placeOrder()
    #expect(page.cartPage.order == .cartChanged)
    #expect((page.badge, page.message) == ("2", "Only 2 left"))
    #expect(server.difference == [])
  }
}
