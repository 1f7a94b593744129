import Components
import Fakes
import SelfManaged
import Testing

/// A session whose user is signed out.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct SignInTests {
  let likes = FakeLikeService()
  let cart = FakeCartService()
  let navigator = FakeNavigator()
  let like = LikeButton()
  let other = LikeButton()
  let editor = NumberEditor()

  private func session(_ change: (inout SessionPolicy) -> Void = { _ in }) -> Session {
    var policy = SessionPolicy()
    change(&policy)
    let session = Session.fake(navigator: navigator, likes: likes, cart: cart, policy: policy)
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    other.selfManagedConfigure(isLiked: false, count: 5, itemID: "p2", in: session)
    editor.prepareForCart(productID: "tea", quantity: 0, in: session)
    return session
  }

  @Test func signedOutRequestsSignInAndFailsQueuedIntents() async {
    let session = session { $0.likes.lanes = .shared }
    likes.hold()
    like.tap()
    other.tap()
    await likes.arrived(1)
    #expect(likes.sent == [true])
    likes.failNext(.signedOut)
    likes.release()
    await session.settled()
    #expect(likes.sent == [true])
    #expect(like.state.change == .rollback)
    #expect(other.state == .init(isLiked: false, count: 5, change: .rollback))
    await navigator.arrived(1)
    #expect(navigator.shown == [.signIn])
  }

  @Test func repeatedSignedOutRequestsSignInOnce() async {
    let session = session()
    var failures = session.failures().makeAsyncIterator()
    likes.hold()
    like.tap()
    other.tap()
    likes.failNext(.signedOut)
    likes.failNext(ServiceError(.signedOut))
    likes.release()
    await session.settled()
    #expect(other.state.change == .rollback)
    await navigator.arrived(1)
    #expect(navigator.shown == [.signIn])
    like.tap()
    await session.settled()
    likes.failNext(.signedOut)
    like.tap()
    await navigator.arrived(2)
    #expect(navigator.shown == [.signIn, .signIn])
    session.end()
    var count = 0
    while await failures.next() != nil { count += 1 }
    #expect(count == 2)
  }

  @Test func twoInFlightRequestsReportOneError() async throws {
    let session = session()
    var heard: [String] = []
    let table = EventTable()
    table.on(TapFailed.self) { failed, _ in
      heard.append(failed.itemID)
      return .stop
    }
    let page = Page(table)
    (like.nextResponder, other.nextResponder) = (page, page)
    likes.hold()
    like.tap()
    other.tap()
    await likes.arrived(2)
    likes.failNext(.signedOut)
    likes.failNext(.signedOut)
    likes.release()
    await session.settled()
    #expect(like.state == .init(isLiked: false, count: 10, change: .rollback))
    #expect(other.state == .init(isLiked: false, count: 5, change: .rollback))
    #expect(heard.count == 1)  // The order of the replies is not guaranteed.
    await navigator.arrived(1)
    #expect(navigator.shown == [.signIn])
  }

  @MainActor
  private final class Page: Responder {
    weak var nextResponder: (any Responder)?
    let eventHandling: (any EventHandling)?

    init(_ table: EventTable) { eventHandling = table }
  }

  /// A tap in flight while another requests the sign-in page, and a tap after that.
  private func tapAroundThePage(in session: Session) async {
    cart.hold()
    like.tap()
    editor.add()
    await cart.arrived(1)
    likes.failNext(.signedOut)
    likes.release()
    await navigator.arrived(1)
    editor.add()
    cart.failNext(.signedOut)
  }

  /// The busy server has done nothing, so the tap fails like one that was never sent.
  @Test func signedOutFailsATapThatWaitsForABusyServer() async {
    let clock = FakeClock()
    let session = Session.fake(navigator: navigator, likes: likes, cart: cart, clock: clock)
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    other.selfManagedConfigure(isLiked: false, count: 5, itemID: "p2", in: session)
    likes.failNext(.busy(after: .seconds(10)))
    like.tap()
    await clock.sleeping(1)
    likes.failNext(.signedOut)
    other.tap()
    await navigator.arrived(1)
    #expect(like.state == .init(isLiked: false, count: 10, change: .rollback))
    clock.advance(by: .seconds(60))
    await session.settled()
    #expect(likes.sent == [true, true])
    #expect(navigator.shown == [.signIn])
  }

  @Test func tapDuringSignInIsSentAfterIt() async {
    let session = session()
    likes.hold()
    await tapAroundThePage(in: session)
    cart.release()
    await session.settled()
    #expect(cart.sent == ["+1", "+1"])
    #expect(cart["tea"] == 1)
    #expect(editor.state.quantity == 1)
    #expect(navigator.shown == [.signIn])
  }

  @Test func nextTapRequestsSignInAgain() async {
    let session = session()
    var failures = session.failures().makeAsyncIterator()
    likes.hold()
    await tapAroundThePage(in: session)
    cart.failNext(.signedOut)
    cart.release()
    await session.settled()
    await navigator.arrived(2)
    #expect(navigator.shown == [.signIn, .signIn])
    #expect(editor.state.quantity == 0)
    session.end()
    var items: [String] = []
    while let failure = await failures.next() { items.append(failure.itemID) }
    #expect(items == ["p1", "tea"])
  }

  @Test func signedOutFailsQueuedIntentsOfEqualIDs() async {
    let session = Session.fake(navigator: navigator, likes: likes, cart: cart)
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "tea", in: session)
    editor.prepareForCart(productID: "tea", quantity: 0, in: session)
    likes.hold()
    cart.hold()
    editor.add()
    editor.add()
    like.tap()
    await cart.arrived(1)
    await likes.arrived(1)
    likes.failNext(.signedOut)
    likes.release()
    await navigator.arrived(1)
    #expect(editor.state.quantity == 1)
    cart.release()
    await session.settled()
    #expect(cart.sent == ["+1"])
  }
}
