import Components
import SelfManaged
import Testing

/// An intent that waits for the network, and the end of its deadline.
struct HoldTests {
  private var policy: OptimisticPolicy {
    var policy = OptimisticPolicy()
    policy.offline = .hold(.seconds(60))
    return policy
  }

  @Test("offline fails at once by default, because the request was never sent")
  func offlineFails() {
    var bench = Bench<LikeIntent>()
    let tap = bench.tapHeart()
    bench.fail(.offline)
    #expect(bench.resolutions[tap] == .failed(.offline))
    #expect(bench.shown == "♡10")
    #expect(bench.shownFailure == .offline)
  }

  /// The deadline of the first tap passed while a busy server delayed it.
  @Test func tapAfterThePassedDeadlineIsHeldAgain() {
    var bench = Bench<QuantityIntent>(3, policy)
    bench.tap(.set(4))
    bench.fail(.offline)
    bench.feed(.proceed)
    bench.fail(.busy(after: .seconds(90)))
    bench.end(.deadline)
    let tap = bench.tap(.set(5))
    bench.end(.busy)
    bench.fail(.offline)
    #expect(bench.resolutions[tap] == nil)
    #expect(bench.shown == 5)
  }

  @Test("taps held while offline are sent as one request, even if the network returns repeatedly")
  func heldTapsAreSentAsOne() {
    var bench = Bench<QuantityIntent>(1, policy)
    bench.tap(.add(1))
    bench.fail(.offline)
    #expect(bench.delay == .seconds(60))
    #expect(bench.state.isWaiting)
    bench.tap(.add(1))
    #expect(bench.sent == [.add(1), .add(2)], "a new tap tries again")
    bench.tap(.add(1))
    bench.fail(.offline)
    #expect(bench.state.isWaiting)
    #expect(bench.shown == 4)
    bench.feed(.flush)
    #expect(bench.sent == [.add(1), .add(2), .add(3)])
    bench.fail(.offline)
    bench.feed(.flush)
    bench.reply(CartAnswer(quantity: 4))
    #expect(bench.sent == [.add(1), .add(2), .add(3), .add(3)])
    #expect(bench.shown == 4)
    #expect(bench.state.isIdle)
  }

  @Test func tapsOfAnUnreachableServerAreSentAsOne() {
    var bench = Bench<QuantityIntent>(1, policy)
    bench.gate = .unreachable
    for _ in 1...3 { bench.tap(.add(1)) }
    #expect(bench.shown == 4)
    #expect(bench.state.isWaiting)
    bench.gate = .open
    bench.feed(.flush)
    #expect(bench.sent == [.add(3)])
  }

  @Test("plus and minus held offline cancel out, and no intent waits")
  func heldTapsThatCancelOut() {
    var bench = Bench<QuantityIntent>(3, policy)
    bench.tap(.add(1))
    let minus = bench.tap(.add(-1))
    bench.fail(.offline)
    #expect(bench.resolutions[minus] == .unchanged)
    #expect(bench.state.isIdle)
    #expect(bench.state.failure == nil)
    bench.tap(.add(1))
    #expect(bench.sent == [.add(1), .add(1)])
  }

  /// Another device did the same.
  @Test func heldTapThatAPushFulfilledEndsWithoutAFailure() {
    var bench = Bench<LikeIntent>(policy)
    let tap = bench.tapHeart()
    bench.fail(.offline)
    bench.feed(.report(LikeAnswer(isLiked: true, count: 11), .push))
    #expect(bench.resolutions[tap] == .unchanged)
    #expect(bench.state.isIdle)
    #expect(!bench.state.isWaiting)
    #expect(bench.state.failure == nil)
  }

  @Test func clampOfARequeuedTapIsReportedOnce() {
    let limits = QuantityLimits(maximum: 4)
    var bench = Bench<QuantityIntent>(1, policy)
    bench.feed(.report(CartAnswer(quantity: 1, limits: limits), .push))
    bench.tap(.add(2))
    bench.tap(.add(2))
    #expect(bench.shown == 4)
    #expect(bench.notice != nil)
    bench.feed(.report(CartAnswer(quantity: 2, limits: limits), .push))
    bench.fail(.offline)
    #expect(bench.state.isWaiting)
    bench.feed(.flush)
    #expect(bench.shown == 4)
    #expect(bench.notice == nil, "the clamp of 5 to 4 was reported with the tap")
  }

  // MARK: The deadline

  @Test("a tap that is held too long fails")
  func heldTooLongFails() {
    var bench = Bench<QuantityIntent>(1, policy)
    let tap = bench.tap(.add(1))
    bench.fail(.offline)
    bench.end(.deadline)
    #expect(bench.resolutions[tap] == .failed(.offline))
    #expect(bench.shown == 1)
    #expect(bench.shownFailure == .offline)
    #expect(bench.state.isIdle)
  }

  @Test func deadlineDoesNotFailARequestInFlight() {
    var bench = Bench<QuantityIntent>(1, policy)
    let first = bench.tap(.add(1))
    bench.fail(.offline)
    bench.feed(.flush)
    let second = bench.tap(.add(1))
    bench.end(.deadline)
    #expect(bench.shown == 3)
    #expect(bench.resolutions.isEmpty)
    #expect(bench.shownFailure == nil)
    bench.reply(CartAnswer(quantity: 2))
    bench.reply(CartAnswer(quantity: 3))
    #expect(bench.resolutions == [first: .applied, second: .applied])
  }

  @Test("a flush does not prolong the hold, which goes on until the request is settled")
  func flushDoesNotProlongTheHold() {
    var bench = Bench<QuantityIntent>(1, policy)
    let tap = bench.tap(.add(1))
    #expect(!bench.waits(for: tap))
    let held = bench.fail(.offline)
    #expect(bench.waits(for: held))
    bench.feed(.flush)
    bench.fail(.offline)
    #expect(bench.delay == nil)
    #expect(bench.waits(for: held))
    bench.feed(.flush)
    bench.reply(CartAnswer(quantity: 2))
    #expect(!bench.waits(for: held))
  }

  @Test func intentIsNotHeldAgainAfterItsDeadline() {
    var bench = Bench<QuantityIntent>(1, policy)
    let tap = bench.tap(.add(1))
    bench.fail(.offline)
    bench.feed(.flush)
    bench.end(.deadline)
    bench.fail(.offline)
    #expect(bench.resolutions == [tap: .failed(.offline)])
    #expect(bench.shown == 1)
    bench.tap(.add(1))
    bench.fail(.offline)
    #expect(bench.state.isWaiting, "the next tap has its own deadline")
  }

  /// The deadline passed while the request was in flight.
  @Test(arguments: [OptimisticEvent<QuantityIntent>.flush, .tap(.add(1))])
  func noEventRenewsAnExpiredWait(event: OptimisticEvent<QuantityIntent>) {
    var bench = Bench<QuantityIntent>(1, policy)
    let tap = bench.tap(.add(1))
    bench.fail(.offline)
    bench.feed(.flush)
    bench.end(.deadline)
    bench.feed(event)
    bench.fail(.offline)
    #expect(bench.resolutions[tap] == .failed(.offline))
    #expect(bench.shownFailure == .offline)
  }

  @Test("the wait of a removal ends with its undo; the next tap waits for the whole time")
  func undoEndsTheWait() {
    var policy = policy
    policy.grace = .seconds(5)
    var bench = Bench<QuantityIntent>(3, policy)
    bench.tap(.set(0))
    bench.end(.grace)
    bench.fail(.offline)
    bench.feed(.undo)
    #expect(bench.shown == 3)
    bench.tap(.add(1))
    let held = bench.fail(.offline)
    #expect(bench.effects.contains(.schedule(Wait(.deadline, since: held), .seconds(60))))
  }

  // MARK: A lost request that finds no network

  /// A like whose reply was lost, and that found no network when it was sent again.
  private func lost() -> Bench<LikeIntent> {
    var bench = Bench<LikeIntent>(policy)
    bench.tap(LikeIntent(isLiked: true))
    bench.fail(.unknownOutcome)
    bench.end(.retry)
    bench.fail(.offline)
    return bench
  }

  @Test(arguments: [OptimisticEvent<LikeIntent>.flush, .tap(LikeIntent(isLiked: false))])
  func noEventProlongsTheWaitOfALostRequest(event: OptimisticEvent<LikeIntent>) {
    var bench = lost()
    let tap = bench.state.inFlight?.tap ?? LogicalTime(rawValue: 0)
    #expect(bench.state.isWaiting && bench.shown == "♥11")
    bench.feed(event)
    #expect(bench.sent == Array(repeating: LikeIntent(isLiked: true), count: 3))
    bench.fail(.offline)
    #expect(bench.effects == [], "no further deadline")
    bench.end(.deadline)
    #expect(bench.resolutions[tap] == .uncertain(.unknownOutcome))
    #expect(bench.state.isInDoubt)
  }

  /// The deadline passes while the request is sent again, so that attempt is the last.
  @Test func attemptBeyondItsDeadlineIsTheLast() {
    var bench = lost()
    let tap = bench.state.inFlight?.tap ?? LogicalTime(rawValue: 0)
    bench.feed(.flush)
    bench.end(.deadline)
    #expect(bench.resolutions.isEmpty)
    bench.fail(.unknownOutcome)
    #expect(bench.resolutions == [tap: .uncertain(.unknownOutcome)])
    #expect(bench.effects.contains(.read))
    bench.read(LikeAnswer(isLiked: true, count: 11))
    #expect(bench.shown == "♥11")
    #expect(bench.state.isIdle && !bench.state.isInDoubt)
  }

  // MARK: Failures of other items

  @Test func failureOfTapsThatCancelEachOtherOutIsNotKept() {
    var bench = Bench<QuantityIntent>(3)
    let plus = bench.tap(.add(1))
    bench.fail(.busy(after: .seconds(10)))
    let minus = bench.tap(.add(-1))
    #expect(bench.shown == 3)
    bench.feed(.neighborFailed(.signedOut))
    #expect(bench.resolutions == [plus: .merged, minus: .unchanged])
    #expect(bench.shown == 3)
    #expect(bench.state.isIdle)
    #expect(bench.state.failure == nil)
  }

  /// The like stays queued, since reads have failed and the known value proves nothing.
  @Test func failureThatUndoesNothingIsNotKept() {
    var policy = policy
    policy.retryDelays = []
    var bench = Bench<LikeIntent>(policy)
    bench.feed(.report(LikeAnswer(isLiked: true, count: 11), .push))
    bench.feed(.refresh)
    bench.read(nil)
    let tap = bench.tap(LikeIntent(isLiked: true))
    bench.fail(.offline)
    bench.feed(.neighborFailed(.signedOut))
    #expect(bench.resolutions[tap] == .failed(.signedOut))
    #expect(bench.shown == "♥11")
    #expect(bench.state.failure == nil)
  }

  @Test("after another item's failure dropped a held intent, the next tap is sent")
  func tapIsSentAfterANeighborsFailure() {
    var bench = Bench<QuantityIntent>(3, policy)
    bench.tap(.add(1))
    bench.fail(.offline)
    bench.feed(.neighborFailed(.signedOut))
    #expect(bench.shown == 3)
    bench.tap(.add(1))
    #expect(bench.sent == [.add(1), .add(1)])
  }

  @Test func failureOfAnotherItemKeepsTheWaitingTapsAsOne() {
    var bench = Bench<QuantityIntent>(1)
    bench.tap(.add(1))
    bench.fail(.busy(after: .seconds(10)))
    bench.tap(.add(2))
    bench.feed(.neighborFailed(.signedOut))
    #expect(bench.shown == 1)
    #expect(bench.state.failure?.intent == .add(3))
  }
}
