import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

/// A failure for the lane or for the whole session.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct FailureScopeTests {
  let likes = FakeLikeService()
  let cart = FakeCartService()
  let tea = NumberEditor()
  let milk = NumberEditor()

  @Test("a failure for the whole session fails no tap that is made on its item when it is shown")
  func tapsInTheHandlerOfAFailureAreSent() async {
    let session = Session.fake(likes: likes)
    let page = EventTable(), button = LikeButton()
    let responder = TableResponder(page)
    button.nextResponder = responder
    var failures = 0
    page.on(TapFailed.self) { _, _ in
      failures += 1
      guard failures == 1 else { return .stop }
      likes.hold()
      for _ in 1...2 { button.tap() }
      return .stop
    }
    button.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    likes.failNext(.rejected.scoped(to: .session))
    button.tap()
    await likes.arrived(2)
    likes.release()
    await session.settled()
    #expect(failures == 1)
    #expect(likes.sent == [true, true, false])
  }

  /// Binds both editors; the reply to the first request, which is held, is a limit for the lane.
  private func sessionWithALimit(lanes: OptimisticPolicy.Lanes) -> Session {
    var policy = SessionPolicy()
    policy.cart.lanes = lanes
    let session = Session.fake(cart: cart, policy: policy)
    tea.prepareForCart(productID: "tea", quantity: 0, in: session)
    milk.prepareForCart(productID: "milk", quantity: 0, in: session)
    cart.failNext(.limit(5).scoped(to: .lane))
    cart.hold()
    return session
  }

  @Test func failureForTheLaneOfOneItemFailsNoOther() async {
    let session = sessionWithALimit(lanes: .perItem)
    tea.add()
    await cart.arrived(1)
    milk.add()
    milk.add()  // Queued behind the first.
    await cart.arrived(2)
    cart.releaseNext()
    await until { tea.requestStatus.failure != nil }
    #expect(milk.state.quantity == 2)
    cart.release()
    await session.settled()
    #expect(cart["milk"] == 2)
    #expect(milk.requestStatus.failure == nil)
  }

  @Test func limitForTheWholeLaneFailsTheOtherItems() async {
    let session = sessionWithALimit(lanes: .shared)
    tea.add()
    milk.add()
    cart.release()
    await session.settled()
    #expect(cart.sent == ["+1"])
    #expect([tea, milk].map(\.state.quantity) == [0, 0])
    #expect(milk.requestStatus.failure != nil)
  }
}

private final class TableResponder: Responder {
  weak var nextResponder: (any Responder)?
  let table: EventTable
  var eventHandling: (any EventHandling)? { table }
  init(_ table: EventTable) { self.table = table }
}
