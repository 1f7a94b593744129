import Fakes
import SelfManaged
import StorefrontDevice
import StorefrontHarness
import StorefrontServer
import StorefrontServices
import Testing

/// The cart as one value on real devices, with a real server.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct CartScreenTests {
  private let server: ServerProcess

  init() async throws { server = try await ServerProcess.start() }

  private var orders: [Int] {
    get throws { try server.records.orders(of: "ada") }
  }

  /// A device with an apple in the cart, at the cart page.
  private func phone(clock: SessionClock = .continuous) async throws -> Phone {
    _ = try await server.api().add(1, of: "apple", .new())
    let phone = Phone(server, at: "/cart", clock: clock)
    // A device that begins to follow the shop reads, and a test may hold the replies.
    await phone.until {
      phone.isFollowing && phone.row("apple") != nil && phone.total?.isUpToDate == true
    }
    return phone
  }

  @Test func theBadgeMovesWithTheTapAndOnTheOtherDevice() async throws {
    let (phone, other) = (Phone(server, at: "/search"), Phone(server, at: "/account"))
    await phone.until { phone.badge == 0 && phone.row("apple") != nil }
    await other.until { other.isFollowing }
    phone.device.press(.network(.holdReplies(true)))
    for units in 1...3 {
      phone.press("cart/apple", .add)
      #expect(phone.badge == units)
    }
    await other.until { other.badge == 1 }  // The first press; the others wait for its reply.
    phone.device.press(.network(.holdReplies(false)))
    await other.until { other.badge == 3 }
    #expect(phone.badge == 3)
  }

  @Test func theTotalIsStaleUntilTheServerHasCounted() async throws {
    let phone = try await phone()
    #expect(phone.total?.total == "5.40 €")
    #expect(phone.total?.parts == "Subtotal 0.50 €, delivery 4.90 €")
    phone.device.press(.network(.holdReplies(true)))
    phone.press("cart/apple", .add)
    #expect(phone.total?.isUpToDate == false)
    #expect(phone.total?.total == "5.40 €")
    phone.device.press(.network(.holdReplies(false)))
    await phone.until { phone.total?.isUpToDate == true }
    #expect(phone.total?.total == "5.90 €")
  }

  @Test func aRemovedLineStaysInItsPlaceUntilItIsUndone() async throws {
    _ = try await server.api().set(1, of: "lamp", .new())
    let phone = try await phone()
    phone.press("cart/apple", .reduce)
    #expect(phone.rows.map(\.id) == ["apple", "lamp", "tote", "order"])
    #expect(phone.row("apple")?.isRemoved == true)
    #expect(phone.badge == 2)
    phone.device.press(.undo("apple"))
    #expect(phone.row("apple")?.isRemoved == false)
    #expect(phone.badge == 3)
    phone.press("cart/apple", .reduce)
    await phone.device.settled()  // Sends the removal.
    #expect(phone.rows.map(\.id) == ["lamp", "tote", "order"])
    #expect(try await server.api().quantity(of: "apple").quantity == 0)
  }

  @Test func aGiftExplainsItselfAndHasNoEditor() async throws {
    let phone = try await phone()
    _ = try await server.api().set(2, of: "mug", .new())
    await phone.until { phone.row("mug") != nil }
    #expect(phone.row("tote") == nil)
    phone.press("cart/mug", .add)
    await phone.until { phone.row("tote") != nil && phone.total?.isUpToDate == true }
    #expect(phone.row("tote")?.text == "A gift with 20.00 € or more")
    #expect(phone.row("tote")?.trail == [])
    #expect(phone.total?.notice == "The shop added a tote bag: a gift with 20.00 € or more")
    #expect(phone.badge == 5)
  }

  @Test func anOrderWaitsThreeSecondsAndNamesWhatIsPending() async throws {
    let clock = FakeClock()
    let phone = try await phone(clock: clock.sessionClock)
    phone.device.press(.network(.holdReplies(true)))
    phone.press("cart/apple", .add)
    phone.press("order")
    await phone.until { phone.row("order")?.text == "Ordering …" }
    clock.advance(by: .seconds(3))
    let outcome = await phone.outcome()
    #expect(outcome == "Not ordered. Still pending: Apple")
    #expect(try orders == [])
    phone.device.press(.network(.holdReplies(false)))
    await phone.device.settled()
    #expect(phone.row("order")?.text == "")
  }

  @Test func anOrderContainsThePendingTap() async throws {
    let phone = try await phone(clock: .withoutDelays)
    phone.press("cart/apple", .add)
    phone.press("order")
    let outcome = await phone.outcome()
    #expect(outcome == "Order 1 is placed: 5.90 €")
    #expect(phone.rows.map(\.id) == ["search", "order"])
    await phone.until { phone.badge == 0 }
    #expect(try orders == [590])
    _ = try await server.api().add(1, of: "apple", .new())
    await phone.until { phone.row("apple") != nil }
    #expect(phone.row("order")?.text == "")
  }

  @Test func anOrderWithALostReplyIsPlacedOnce() async throws {
    let phone = try await phone()
    phone.device.press(.network(.loseReply))
    phone.press("order")
    let outcome = await phone.outcome()
    #expect(outcome == "Order 1 is placed: 5.40 €")
    #expect(try orders == [540])
  }

  @Test func aFailedSecondAttemptLeavesTheOutcomeOfAnOrderUnknown() async throws {
    let phone = try await phone()
    phone.device.press(.network(.holdReplies(true)))
    phone.device.press(.network(.loseReply))
    phone.press("order")
    await phone.until { phone.badge == 0 }  // The server has placed the order.
    phone.device.press(.network(.failNext))
    phone.device.press(.network(.holdReplies(false)))
    let outcome = await phone.outcome()
    #expect(outcome == "It is not known whether the order was placed.")
    #expect(try orders == [540])
  }

  @Test func aCartThatChangesElsewhereIsNotOrdered() async throws {
    let phone = try await phone(clock: .withoutDelays)
    phone.device.press(.network(.holdReplies(true)))
    phone.press("cart/apple", .add)
    phone.press("order")
    _ = try await server.api().set(1, of: "lamp", .new())
    await phone.until { phone.row("lamp") != nil }
    phone.device.press(.network(.holdReplies(false)))
    let outcome = await phone.outcome()
    #expect(outcome == "Not ordered. The cart has changed; please check it")
    #expect(try orders == [])
  }
}
