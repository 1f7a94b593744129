import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

/// A failure for the lane or for the whole session.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct FailureScopeTests {
  let likes = FakeLikeService()

  @Test("a failure for the whole session fails no tap that is made on its item when it is shown")
  func tapsInTheHandlerOfAFailureAreSent() async {
    let session = Session.fake(likes: likes)
    let page = EventTable(), button = LikeButton()
    let responder = TableResponder(page)
    button.nextResponder = responder
    var failures = 0
    page.on(TapFailed.self) { _, _ in
      failures += 1
      for _ in 1...2 where failures == 1 { button.tap() }
      return .stop
    }
    button.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    likes.failNext(.rejected.scoped(to: .session))
    button.tap()
    await session.settled()
    #expect(failures == 1)
    #expect(likes.sent == [true, true, false])
  }

  @Test func failureForTheLaneOfOneItemFailsNoOther() async {
    let cart = FakeCartService()
    var policy = SessionPolicy()
    policy.cart.lanes = .perItem
    let session = Session.fake(cart: cart, policy: policy)
    let (tea, milk) = (NumberEditor(), NumberEditor())
    tea.prepareForCart(productID: "tea", quantity: 0, in: session)
    milk.prepareForCart(productID: "milk", quantity: 0, in: session)
    cart.failNext(.limit(5).scoped(to: .lane))
    cart.hold()
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
    let cart = FakeCartService()
    var policy = SessionPolicy()
    policy.cart.lanes = .shared
    let session = Session.fake(cart: cart, policy: policy)
    let (tea, milk) = (NumberEditor(), NumberEditor())
    tea.prepareForCart(productID: "tea", quantity: 0, in: session)
    milk.prepareForCart(productID: "milk", quantity: 0, in: session)
    cart.failNext(.limit(5).scoped(to: .lane))
    cart.hold()
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
