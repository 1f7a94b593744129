import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

/// Delays and random numbers that no careful server, policy or clock would name.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct UnusualDelayTests {
  let cart = FakeCartService()
  let clock = FakeClock()
  let page = NoticePage()

  private func editor(_ product: String, _ quantity: Int, in session: Session) -> NumberEditor {
    cart[product] = quantity
    let editor = NumberEditor()
    editor.nextResponder = page
    editor.prepareForCart(productID: product, quantity: quantity, in: session)
    return editor
  }

  @Test(arguments: [
    Duration.seconds(Int64.max), .seconds(-1), .zero, .seconds(Int64.min), .nanoseconds(1),
  ])
  func delayOfAServerNeverTraps(_ delay: Duration) async {
    for scope in [ServiceError.Scope.intent, .lane, .session] {
      let session = Session.fake(cart: cart)
      let tea = editor("tea", 1, in: session)
      cart.failNext(.busy(after: delay).scoped(to: scope))
      tea.add()
      await session.settled()
      #expect(tea.state.quantity == (delay > .seconds(120) ? 1 : 2))
      cart.failNext(.busy(after: delay).scoped(to: scope))
      session.refresh()
      await session.settled()
      #expect(tea.state.quantity == cart["tea"])
    }
  }

  private func session(_ change: (inout OptimisticPolicy) -> Void) -> Session {
    var policy = SessionPolicy()
    change(&policy.cart)
    return Session.fake(cart: cart, policy: policy, clock: clock)
  }

  @Test(arguments: [Duration.zero, .seconds(-5)])
  func requestWithoutAReplyTimesOut(timeout: Duration) async {
    let session = session {
      $0.timeout = timeout
      $0.retryDelays = []
    }
    let tea = editor("tea", 1, in: session)
    cart.hold()
    tea.add()
    await cart.arrived(1)
    clock.advance(by: .seconds(1))
    await cart.arrived(2)
    clock.advance(by: .seconds(1))
    await mainActorIsIdle()
    #expect(!tea.requestStatus.isPending)
    cart.release()
  }

  @Test(arguments: [Duration.zero, .seconds(-5)])
  func listCheckIntervalOfZeroMeansThatAllListDataIsChecked(interval: Duration) async {
    let session = session { $0.listCheckInterval = interval }
    let tea = editor("tea", 1, in: session)
    tea.add()
    await session.settled()
    for quantity in 5...7 {
      cart["tea"] = quantity
      tea.prepareForCart(productID: "tea", quantity: quantity, in: session)
      await session.settled()
      #expect(tea.state.quantity == quantity)
    }
  }

  @Test(arguments: [Duration.zero, .seconds(-5)])
  func limitLifetimeOfZeroEndsALimit(lifetime: Duration) async {
    let session = session { $0.limitLifetime = lifetime }
    let tea = editor("tea", 4, in: session)
    cart.failNext(.limit(5))
    tea.edit("9")
    tea.endEditing()
    await session.settled()
    #expect(tea.state.rules.maximum == 5)
    for _ in 1...2 {
      clock.advance(by: .seconds(1))
      await mainActorIsIdle()
    }
    #expect(tea.state.rules.maximum == .max)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, -1, 1e300, .greatestFiniteMagnitude])
  func randomNumberNeverTraps(_ number: Double) async {
    for (jitter, random) in [(0.5, number), (number, 0.5), (number, number)] {
      clock.random = random
      var policy = SessionPolicy()
      policy.cart.jitter = jitter
      policy.cart.offline = .hold(.seconds(3_600))
      policy.cart.lanes = .perItem
      let session = Session.fake(cart: cart, policy: policy, clock: clock)
      let tea = editor("tea", 1, in: session)
      cart.failNext(.busy(after: .seconds(10)))
      tea.add()
      await clock.sleeping(1)
      clock.advance(by: .milliseconds(9_999))
      #expect(cart.sent.isEmpty == false)
      session.isReachable = false
      session.isReachable = true
      clock.advance(by: .seconds(1_000_000))
      session.flush()
      session.end()
      await session.settled()
    }
  }

  @Test(arguments: [
    Duration.seconds(Int64.max), .seconds(-1), .zero, .seconds(Int64.min),
  ])
  func delayOfAPolicyNeverTraps(_ delay: Duration) async {
    var policy = SessionPolicy()
    policy.cart.grace = delay
    policy.cart.coalescingDelay = delay
    policy.cart.longestBackOff = delay
    policy.cart.retryDelays = [delay]
    policy.cart.timeout = delay
    policy.cart.lanes = .perItem
    policy.reconnectSpread = delay
    clock.random = 1
    let session = Session.fake(cart: cart, policy: policy, clock: clock)
    let tea = editor("tea", 1, in: session)
    tea.reduce()
    #expect(tea.state.quantity == 0)
    await session.settled()
    #expect(cart.sent == ["-1"])
    session.isReachable = false
    session.isReachable = true
    cart.failNext(.busy())
    tea.add()
    session.end()
    await session.settled()
  }

  /// A clock that returns from a wait at once must not stop the later deadlines.
  @Test func timeoutIsReachedAfterAWaitThatEndsAtOnce() async {
    var policy = SessionPolicy()
    policy.likes.retryDelays = []
    var waits = 0
    let timing = SessionClock(
      now: { [clock] in clock.now },
      delay: { [clock] in await clock.sleep(for: $0) },
      deadline: { [clock] in
        waits += 1
        if waits > 1 { await clock.wait(until: $0) }
      })
    let likes = FakeLikeService(), like = LikeButton()
    let session = Session(likes: likes, policy: policy, clock: timing)
    like.selfManagedConfigure(isLiked: false, count: 0, itemID: "p", in: session)
    like.tap()
    await session.settled()
    likes.hold()
    like.tap()
    await likes.arrived(2)
    clock.advance(by: .seconds(30))
    await likes.arrived(3)  // The read that follows the timeout.
    clock.advance(by: .seconds(30))
    await session.settled()
    #expect(like.requestStatus.failure != nil)
    likes.release()
  }

  /// A moment that is over before it is stored must not keep the item from leaving later.
  @Test func clockThatNeverWaitsLetsEachHeldTapLeave() async {
    var policy = SessionPolicy()
    policy.likes.offline = .hold(.seconds(60))
    policy.reconnectSpread = .seconds(1)
    let timing = SessionClock(
      now: { [clock] in clock.now },
      delay: { [clock] in if $0 > .seconds(1) { await clock.sleep(for: $0) } },
      deadline: { [clock] in await clock.wait(until: $0) }, random: { 1 })
    let likes = FakeLikeService(), like = LikeButton()
    let session = Session(likes: likes, policy: policy, clock: timing)
    like.selfManagedConfigure(isLiked: false, count: 0, itemID: "p", in: session)
    likes.failNext(.offline)
    likes.failNext(.offline)
    like.tap()
    await mainActorIsIdle()
    session.isReachable = true  // Leaves at once, and meets the offline error again.
    await mainActorIsIdle()
    session.isReachable = true
    await session.settled()
    #expect(likes.sent == [true, true, true])
    session.end()
  }

  @Test func removalInItsGraceDoesNotStopTheSharedLane() async {
    var policy = SessionPolicy()
    policy.cart.grace = .seconds(5)
    policy.cart.lanes = .shared
    let session = Session.fake(cart: cart, policy: policy, clock: clock)
    let (tea, milk) = (editor("tea", 3, in: session), editor("milk", 1, in: session))
    tea.edit("0")
    tea.endEditing()
    cart.hold()
    milk.add()
    await cart.arrived(1)
    #expect(cart.calls.map(\.product) == ["milk"])
    #expect(session.undoable.map(\.itemID) == ["tea"])
    cart.release()
    tea.undo()
    await session.settled()
    #expect(cart.calls.map(\.product) == ["milk"])
    #expect([tea, milk].map(\.state.quantity) == [3, 2])
  }

  @Test func undoOfAFailedRemovalRestoresNothing() async {
    var policy = SessionPolicy()
    policy.cart.grace = .seconds(5)
    let session = Session.fake(cart: cart, policy: policy, clock: clock)
    let tea = editor("tea", 3, in: session)
    tea.edit("0")
    tea.endEditing()
    let offer = session.undoable.first
    cart.failNext(.rejected("No"))
    await session.settled()
    #expect(tea.state.quantity == 3)
    offer?.undo()
    tea.undo()
    await session.settled()
    #expect(cart.sent == ["=0"])
    #expect(tea.state.quantity == 3)
  }

  @Test func removeUndoRemoveIsSentOnce() async {
    var policy = SessionPolicy()
    policy.cart.grace = .seconds(5)
    let session = Session.fake(cart: cart, policy: policy, clock: clock)
    let tea = editor("tea", 1, in: session)
    for _ in 1...3 {
      tea.reduce()
      #expect(tea.state.quantity == 0)
      tea.undo()
      #expect(tea.state.quantity == 1)
    }
    tea.reduce()
    await session.settled()
    #expect(cart.sent == ["-1"])
    #expect(cart["tea"] == 0)
  }

  @Test func pushDuringTheGraceIsTheValueAfterTheUndo() async {
    var policy = SessionPolicy()
    policy.cart.grace = .seconds(5)
    let session = Session.fake(cart: cart, policy: policy, clock: clock)
    let tea = editor("tea", 3, in: session)
    tea.edit("0")
    tea.endEditing()
    cart["tea"] = 7
    session.receive(CartAnswer(quantity: 7), of: QuantityIntent.self, for: "tea")
    #expect(tea.state.quantity == 0)
    tea.undo()
    #expect(tea.state.quantity == 7)
    await session.settled()
    #expect(cart.sent.isEmpty)
  }

  @Test func sessionsWithPendingDelaysAreReleased() async {
    var policy = SessionPolicy()
    policy.cart.grace = .seconds(5)
    policy.cart.lanes = .perItem
    weak var ended: Session?
    do {
      let session = Session.fake(cart: cart, policy: policy, clock: clock)
      ended = session
      let (tea, milk) = (editor("tea", 1, in: session), editor("milk", 1, in: session))
      cart.failNext(.busy(after: .seconds(60)).scoped(to: .session))
      milk.add()
      await clock.sleeping(1)
      tea.reduce()
      await clock.sleeping(2)
      session.end()
    }
    await mainActorIsIdle()
    #expect(ended == nil)
    #expect(clock.sleeperCount == 0)
  }

  @Test func endOfTheSessionDuringAPauseOrAGraceEndsTheWait() async {
    var policy = SessionPolicy()
    policy.cart.grace = .seconds(5)
    policy.cart.lanes = .perItem
    let session = Session.fake(cart: cart, policy: policy, clock: clock)
    let (tea, milk) = (editor("tea", 1, in: session), editor("milk", 1, in: session))
    cart.failNext(.busy(after: .seconds(60)).scoped(to: .session))
    milk.add()
    await clock.sleeping(1)
    tea.reduce()
    session.end()
    await session.settled()
    #expect(
      [tea, milk].map(\.state.quantity) == [1, 1], "the busy server did nothing")
    #expect(session.undoable.isEmpty)
  }

  @Test func deadlineIsATimeOnTheScaleOfTheClock() {
    #expect(SessionClock.remaining(until: .seconds(5), at: .seconds(2)) == .seconds(3))
    #expect(SessionClock.remaining(until: .seconds(2), at: .seconds(5)) == .seconds(-3))
    #expect(SessionClock.remaining(until: .seconds(1 << 40), at: .zero) == .seconds(315_360_000))
  }
}
