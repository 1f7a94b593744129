import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

/// The barrier before checkout says what is left, and waits no longer than asked.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct SettledOutcomeTests {
  let likes = FakeLikeService(), cart = FakeCartService(), clock = FakeClock()
  let like = LikeButton(), editor = NumberEditor()

  private func session(clock: FakeClock?) -> Session {
    cart["tea"] = 1
    let session = Session.fake(likes: likes, cart: cart, clock: clock)
    editor.prepareForCart(productID: "tea", quantity: 1, in: session)
    like.selfManagedConfigure(isLiked: false, count: 1, itemID: "p1", in: session)
    return session
  }

  @Test func nothingIsLeftOfAnIdleSession() async {
    let unused = await Session.fake().settled(within: .seconds(3))
    #expect(unused.isClean)
    let bound = await session(clock: clock).settled(within: .zero)
    #expect(bound.isClean)
  }

  @Test func hangingRequestIsPendingAfterTheLimit() async {
    let session = session(clock: clock)
    cart.hold()
    editor.add()
    let checkout = Task { await session.settled(within: .seconds(3)) }
    await mainActorIsIdle()
    clock.advance(by: .seconds(2))
    await mainActorIsIdle()
    like.tap()  // Ends meanwhile, and is not waited for any longer.
    clock.advance(by: .seconds(1))
    let outcome = await checkout.value
    #expect(outcome.pending == ["tea"])
    #expect(!outcome.isClean && outcome.failures.isEmpty)
    cart.release()
    #expect(await session.settled().isClean)
    #expect(cart["tea"] == 2)
  }

  @Test func limitDoesNotPassWithoutAClock() async {
    let session = session(clock: nil)
    editor.add()
    #expect(await session.settled(within: .milliseconds(1)).isClean)
    #expect(cart["tea"] == 2)
  }

  @Test func failureStaysInTheOutcomeUntilTheNextTap() async {
    let session = session(clock: clock)
    cart.failNext(.rejected)
    editor.add()
    let outcome = await session.settled(within: .seconds(3))
    #expect(outcome.failures.map(\.itemID) == ["tea"])
    #expect(outcome.failures.first?.error == .rejected)
    #expect(outcome.failures.first?.intent as? QuantityIntent == .add(1))
    editor.add()
    #expect(await session.settled(within: .seconds(3)).isClean)
  }

  @Test func valueThatCouldNotBeReadIsInDoubt() async {
    var policy = SessionPolicy()
    policy.cart.retryDelays = []
    let session = Session.fake(cart: cart, policy: policy, clock: clock)
    cart.failNext(.offline)
    editor.prepareForCart(productID: "tea", in: session)
    let outcome = await session.settled(within: .seconds(3))
    #expect(outcome.inDoubt == ["tea"])
    #expect(outcome.pending.isEmpty)
  }

  @Test func eachKindIsWaitedForAlone() async {
    let session = session(clock: clock)
    likes.hold()
    like.tap()
    let carts = await session.activity(of: QuantityIntent.self).settled(within: .seconds(3))
    #expect(carts.isClean)
    let own = session.activity(of: LikeIntent.self)
    #expect(await own.settled(within: .zero).pending == ["p1"])
    likes.release()
    #expect(await own.settled(within: .seconds(3)).isClean)
  }

  @Test func canceledWaitSaysWhatIsPending() async {
    let session = session(clock: clock)
    cart.hold()
    editor.add()
    let checkout = Task { await session.settled(within: .seconds(3)) }
    await mainActorIsIdle()
    checkout.cancel()
    #expect(await checkout.value.pending == ["tea"])
    cart.release()
    await session.settled()
  }
}
