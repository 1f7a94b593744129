import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

/// Requests that are never answered, and long chains of taps.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct TimeoutTests {
  let likes = FakeLikeService()
  let cart = FakeCartService()
  let clock = FakeClock()

  @Test func unansweredRequestDoesNotBlockTheLane() async {
    var policy = SessionPolicy()
    policy.cart.retryDelays = []
    let session = Session.fake(cart: cart, policy: policy, clock: clock)
    let (tea, milk) = (NumberEditor(), NumberEditor())
    tea.prepareForCart(productID: "tea", quantity: 0, in: session)
    milk.prepareForCart(productID: "milk", quantity: 0, in: session)
    cart.hold()
    tea.add()
    milk.add()
    await cart.arrived(1)
    clock.advance(by: .seconds(30))  // The addition times out and is read back.
    await cart.arrived(2)
    clock.advance(by: .seconds(30))  // So does the read, and the lane continues.
    await cart.arrived(3)
    #expect(cart.sent == ["+1", "+1"])
    #expect(tea.state.quantity == 0)
    cart.release()
    await session.settled()
    #expect(milk.state.quantity == 1)
  }

  @Test func policyDeterminesTheTimeout() async {
    var policy = SessionPolicy()
    policy.likes.timeout = .seconds(5)
    #expect(policy.likes.timeout == .seconds(5))
    let session = Session.fake(likes: likes, policy: policy, clock: clock)
    let like = LikeButton()
    let binding = like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p", in: session)
    likes.hold()
    like.tap()
    await likes.arrived(1)
    clock.advance(by: .milliseconds(4_999))
    await mainActorIsIdle()
    #expect(!binding.status.isUncertain)
    clock.advance(by: .milliseconds(1))
    await clock.sleeping(1)
    #expect(binding.status.isUncertain)
    session.end()
    likes.release()
  }

  /// The clock's promise: at most one deadline is awaited, and an equal one is not awaited again.
  @Test func oneDeadlineIsAwaitedForAllRequests() async {
    var awaited: [Duration] = []
    let session = Session(
      likes: likes,
      clock: SessionClock(
        now: { clock.now }, delay: { await clock.sleep(for: $0) },
        deadline: {
          awaited.append($0)
          await clock.wait(until: $0)
        }))
    likes.hold()
    let buttons = (1...3).map { number in
      let like = LikeButton()
      like.selfManagedConfigure(isLiked: false, count: 1, itemID: "p\(number)", in: session)
      return like
    }
    for like in buttons { like.tap() }
    await likes.arrived(3)
    #expect(awaited == [.seconds(30)])
    session.end()
    likes.release()
  }

  /// The wait for the later deadline is canceled.
  @Test func earlierDeadlineReplacesALaterOne() async {
    var awaited: [Duration] = []
    var waits = 0
    var policy = SessionPolicy()
    policy.cart.timeout = .seconds(10)
    let session = Session(
      likes: likes, cart: cart, policy: policy,
      clock: SessionClock(
        now: { clock.now }, delay: { await clock.sleep(for: $0) },
        deadline: {
          awaited.append($0)
          waits += 1
          await clock.wait(until: $0)
          waits -= 1
        }))
    let like = LikeButton(), tea = NumberEditor()
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p", in: session)
    tea.prepareForCart(productID: "tea", quantity: 0, in: session)
    likes.hold()
    cart.hold()
    like.tap()
    await likes.arrived(1)
    tea.add()
    await cart.arrived(1)
    await mainActorIsIdle()
    #expect(awaited == [.seconds(30), .seconds(10)])
    #expect(waits == 1)
    session.end()
    likes.release()
    cart.release()
  }

  @Test func laterDeadlinesAreReachedToo() async {
    var policy = SessionPolicy()
    policy.likes.retryDelays = []
    let session = Session.fake(likes: likes, policy: policy, clock: clock)
    let (first, second) = (LikeButton(), LikeButton())
    let bindings = [("p1", first), ("p2", second)].map { id, like in
      like.selfManagedConfigure(isLiked: false, count: 10, itemID: id, in: session)
    }
    likes.hold()
    first.tap()
    await likes.arrived(1)
    clock.advance(by: .seconds(10))
    second.tap()
    await likes.arrived(2)
    clock.advance(by: .seconds(20))
    await likes.arrived(3)  // The first is read back.
    #expect(bindings.map(\.status.isUncertain) == [true, false])
    clock.advance(by: .seconds(10))
    await likes.arrived(4)
    #expect(bindings[1].status.isUncertain)
    session.end()
    likes.release()
  }

  @Test func answeredRequestDoesNotTimeOut() async {
    let session = Session.fake(likes: likes, clock: clock)
    let like = LikeButton()
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p", in: session)
    var records = 0
    let token = session.observe(LikeIntent.self) { _ in records += 1 }
    like.tap()
    await session.settled()
    #expect(records == 2, "the tap and its reply")
    clock.advance(by: .seconds(60))
    await mainActorIsIdle()
    #expect(records == 2)
    token.cancel()
    withExtendedLifetime(like) {}
  }

  @Test func aLateReplyIsIgnored() async {
    let session = Session.fake(likes: likes, clock: clock)
    let like = LikeButton()
    let binding = like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p", in: session)
    likes.hold()
    like.tap()
    await likes.arrived(1)
    #expect(!binding.status.isUncertain)
    clock.advance(by: .seconds(29))
    await mainActorIsIdle()
    #expect(!binding.status.isUncertain)
    clock.advance(by: .seconds(1))
    await clock.sleeping(1)
    #expect(binding.status.isUncertain)
    #expect(like.state.isLiked)
    clock.advance(by: .milliseconds(500))
    await likes.arrived(2)
    likes.release()
    await session.settled()
    #expect(like.state.count == 11)
    #expect(!binding.status.isUncertain)
  }

  /// The service replies before the call returns, and each reply causes the next tap.
  @Test func chainOfTapsDoesNotGrowTheStack() async {
    let session = Session(clock: .withoutDelays), ids = ["p1", "p2"]
    session.register(LikeIntent.self) { _ in
      Transport(send: { intent, _ in LikeAnswer(isLiked: intent.isLiked) })
    }
    let bindings = ids.map { id in
      session.bind(
        LikeIntent.self, to: id, startingAt: LikeValue(isLiked: false, count: 10),
        knowing: LikeAnswer(isLiked: false, count: 10)
      ) { _ in }
    }
    var count = 0
    func next() {
      guard count < 10_000 else { return }
      count += 1
      let binding = bindings[count % 2]
      binding.send(LikeIntent(isLiked: !binding.value.isLiked)) { _ in next() }
    }
    next()
    await session.settled()
    #expect(count == 10_000)
  }

  @Test func chainOfTapsThatChangeNothingDoesNotGrowTheStack() async {
    let session = Session.fake(likes: likes)
    let like = LikeButton()
    let binding = like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p", in: session)
    var count = 0
    func next() {
      guard count < 10_000 else { return }
      count += 1
      binding.send(LikeIntent(isLiked: false)) { _ in next() }
    }
    next()
    await session.settled()
    #expect(count == 10_000)
    #expect(likes.calls.isEmpty)
  }
}
