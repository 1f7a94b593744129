import SelfManaged
import Testing

/// Taps during a request coalesce into one queued intent.
struct CoalescingTests {
  @Test(
    "taps during a request coalesce by this table",
    arguments: [
      (QuantityIntent.set(3), QuantityIntent.set(5), QuantityIntent.set(5)),
      (.set(3), .add(2), .set(5)), (.set(3), .add(-5), .set(0)),
      (.add(3), .set(5), .set(5)), (.add(3), .add(2), .add(5)), (.add(3), .add(-3), .add(0)),
    ])
  func coalescingTable(queued: QuantityIntent, new: QuantityIntent, merged: QuantityIntent) {
    #expect(queued.merged(with: new) == merged)
  }

  @Test func overflowingMergeKeepsTheFirstIntent() {
    #expect(QuantityIntent.add(.max).merged(with: .add(1)) == .add(.max))
    #expect(QuantityIntent.set(.max).merged(with: .add(1)) == .set(.max))
  }

  @Test func firstTapIsSentAndTheRestCoalesce() {
    var bench = Bench<QuantityIntent>(1)
    for _ in 1...5 { bench.tap(.add(1)) }
    #expect(bench.sent == [.add(1)])
    bench.reply(CartAnswer(quantity: 2))
    #expect(bench.sent == [.add(1), .add(4)])
    #expect(bench.shown == 6)
  }

  @Test func onlyTheLastMergedTapAwaitsTheRequest() {
    var bench = Bench<QuantityIntent>(1)
    let first = bench.tap(.add(1))
    let second = bench.tap(.add(1))
    let third = bench.tap(.add(1))
    #expect(bench.resolutions == [second: .merged])
    bench.reply(CartAnswer())
    #expect(bench.resolutions == [first: .applied, second: .merged])
    bench.reply(CartAnswer())
    #expect(bench.resolutions[third] == .applied)
    #expect(bench.state.isIdle)
  }

  @Test func returningToTheInFlightValueSendsNothing() {
    var bench = Bench<LikeIntent>()
    _ = bench.tapHeart()
    let unlike = bench.tapHeart()
    let like = bench.tapHeart()
    #expect(bench.state.queued == nil)
    #expect(bench.resolutions == [unlike: .merged, like: .unchanged])
    bench.reply(LikeAnswer())
    #expect(bench.sent.count == 1)
  }

  @Test func queuedIntentWithoutAChangeIsDropped() {
    var bench = Bench<LikeIntent>()
    _ = bench.tapHeart()
    let unlike = bench.tapHeart()
    bench.fail(.rejected)
    #expect(bench.resolutions[unlike] == .unchanged)
    #expect(bench.sent.count == 1)
    #expect(bench.shown == "♡10")
    #expect(bench.shownFailure == nil)
  }

  @Test func aTapThatChangesNothingSendsNothing() {
    var bench = Bench<QuantityIntent>(4)
    let tap = bench.tap(.set(4))
    #expect(bench.resolutions == [tap: .unchanged])
    #expect(bench.sent.isEmpty)
  }

  @Test(arguments: [2, 3, 17, 1_000])
  func tapsInOneRoundTripSendTwoRequests(taps: Int) {
    var likes = Bench<LikeIntent>()
    var cart = Bench<QuantityIntent>(0)
    for _ in 1...taps {
      _ = likes.tapHeart()
      cart.tap(.add(1))
    }
    likes.reply(LikeAnswer())
    likes.reply(LikeAnswer())
    cart.reply(CartAnswer())
    cart.reply(CartAnswer())
    #expect(likes.sent.count <= 2)
    #expect(cart.sent == [.add(1), .add(taps - 1)])
    #expect(likes.state.isIdle && cart.state.isIdle)
  }

  /// A push leaves only one of two that a queued intent removes, so a plus adds to the displayed 0.
  @Test func plusAfterTooManyMinusesIsVisible() {
    var bench = Bench<QuantityIntent>(2)
    bench.gate = .laneTaken
    bench.tap(.add(-1))
    bench.tap(.add(-1))
    bench.feed(.report(CartAnswer(quantity: 1), .push))
    #expect(bench.shown == 0)
    bench.tap(.add(1))
    #expect(bench.shown == 1)
    bench.open()
    #expect(bench.sent.isEmpty)
  }

  /// Creates a reducer whose bursts coalesce, with or without an undo of removals.
  private func bursts(_ quantity: Int, grace: Duration?) -> Bench<QuantityIntent> {
    var policy = OptimisticPolicy()
    policy.coalescingDelay = .milliseconds(300)
    policy.grace = grace
    return Bench(quantity, policy)
  }

  @Test(arguments: [nil, Duration.seconds(5)])
  func burstIsSentOnceAfterItsDelay(grace: Duration?) {
    var bench = bursts(1, grace: grace)
    for _ in 1...3 { bench.tap(.add(1)) }
    #expect(bench.sent == [])
    bench.endWait()
    #expect(bench.sent == [.add(3)])
  }

  /// The request itself coalesces the taps behind it.
  @Test func tapBehindARequestHasNoDelayOfItsOwn() {
    var bench = bursts(1, grace: nil)
    bench.tap(.add(1))
    bench.endWait()
    bench.tap(.add(1))
    bench.reply(CartAnswer(quantity: 2))
    #expect(bench.sent == [.add(1), .add(1)])
  }

  /// A push has left one piece of the removed product.
  @Test func tapThatLeavesTheValueRemovedContinuesTheGracePeriod() {
    var bench = bursts(2, grace: .seconds(5))
    let removal = bench.tap(.add(-2))
    bench.feed(.report(CartAnswer(quantity: 3), .push))
    #expect(bench.shown == 1)
    bench.tap(.add(-1))
    #expect(bench.state.isWaiting(for: Wait(.grace, since: removal)))
    bench.feed(.ended(Wait(.grace, since: removal)))
    #expect(bench.sent == [.add(-3)])
  }

  @Test func withoutAGracePeriodNothingCanBeUndone() {
    var bench = bursts(0, grace: nil)
    bench.tap(.add(1))
    bench.tap(.add(-1))
    let undo = bench.feed(.undo)
    bench.endWait()
    #expect(bench.shown == 0)
    #expect(bench.sent == [])
    #expect(bench.resolutions[undo] == .unchanged)
  }

  @Test func endOfABurstDoesNotEndTheGraceOfARemovalInIt() {
    var bench = bursts(1, grace: .seconds(5))
    let burst = bench.tap(.add(1))
    let removal = bench.tap(.set(0))
    bench.feed(.ended(Wait(.grace, since: burst)))
    #expect(bench.state.undoable == removal)
    #expect(bench.sent == [])
    bench.feed(.ended(Wait(.grace, since: removal)))
    #expect(bench.sent == [.set(0)])
  }

  @Test func secondRemovalContinuesTheGracePeriod() {
    var policy = OptimisticPolicy()
    policy.grace = .seconds(5)
    var bench = Bench<QuantityIntent>(3, policy)
    bench.tap(.set(0))
    bench.tap(.set(0))
    #expect(bench.sent == [])
    bench.feed(.undo)
    #expect(bench.shown == 3)
  }
}
