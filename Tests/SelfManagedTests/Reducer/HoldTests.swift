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

  @Test func holdDeadlineKeepsInFlightAndQueuedIntents() {
    var bench = Bench<QuantityIntent>(1, policy)
    let first = bench.tap(.add(1))
    let deadline = bench.feed(.reply(first, .failure(.offline)))
    bench.feed(.flush)
    let second = bench.tap(.add(1))
    bench.feed(.timer(.hold(deadline)))
    #expect(bench.shown == 3)
    #expect(bench.resolutions.isEmpty)
    #expect(bench.shownFailure == nil)
    bench.reply(CartAnswer(quantity: 2))
    bench.reply(CartAnswer(quantity: 3))
    #expect(bench.resolutions == [first: .applied, second: .applied])
  }

  @Test func clampOfARequeuedTapIsReportedOnce() {
    var bench = Bench<QuantityIntent>(1, policy)
    bench.feed(.report(answer(1), .push))
    bench.tap(.add(2))
    bench.tap(.add(2))
    #expect(bench.shown == 4)
    #expect(bench.notice != nil)
    bench.feed(.report(answer(2), .push))
    bench.fail(.offline)
    #expect(bench.state.isWaiting)
    bench.feed(.flush)
    #expect(bench.shown == 4)
    #expect(bench.notice == nil, "the clamp of 5 to 4 was reported with the tap")
  }

  /// A lost request that finds no network: a flush is free, and each deadline is a lost attempt.
  @Test func onlyTheDeadlinesOfWaitsForTheNetworkCount() {
    var bench = lost()
    for _ in 0..<9 {
      bench.fail(.offline)
      bench.feed(.flush)
    }
    #expect(bench.state.inFlight?.attempts.lost == 1)
    #expect(bench.state.inFlight?.attempts.unsent == 9)
    #expect(bench.sent.count == 11)
    for lost in 2...3 {
      bench.fail(.offline)
      bench.timer()
      #expect(bench.state.inFlight?.attempts == Attempts(lost: lost, unsent: 9))
    }
    bench.fail(.offline)
    #expect(bench.state.inFlight?.read != nil, "the value is read back after the last deadline")
  }

  /// A flush and a tap send a lost request that waits for the network, and don't prolong its wait.
  @Test(arguments: [OptimisticEvent<LikeIntent>.flush, .tap(LikeIntent(isLiked: false))])
  func noEventRenewsTheWaitOfALostRequest(event: OptimisticEvent<LikeIntent>) {
    var bench = lost()
    let deadline = bench.fail(.offline)
    #expect(bench.effects.count == 1)
    bench.feed(event)
    #expect(bench.sent == Array(repeating: LikeIntent(isLiked: true), count: 3))
    bench.fail(.offline)
    #expect(bench.effects == [], "no further deadline")
    #expect(bench.state.isWaiting(for: .retry(deadline)))
    bench.feed(.timer(.retry(deadline)))
    #expect(bench.state.inFlight?.attempts == Attempts(lost: 2, unsent: 1))
    #expect(bench.sent.count == 4)
  }

  /// The deadline of a lost request passes while it is sent again.
  @Test func deadlineDuringAnAttemptCounts() {
    var bench = lost()
    let tap = bench.state.inFlight?.tap ?? .init(rawValue: 0)
    let deadline = bench.fail(.offline)
    bench.feed(.flush)
    bench.feed(.timer(.retry(deadline)))
    #expect(bench.effects == [], "the attempt is not repeated")
    #expect(bench.state.inFlight?.attempts == Attempts(lost: 2))
    bench.reply(LikeAnswer(isLiked: true, count: 11))
    #expect(bench.resolutions == [tap: .applied])
  }

  /// A request that is sent again reaches the server, so a later wait has the whole time.
  @Test(arguments: [.unknownOutcome, .busy(after: .seconds(1))] as [ServiceError])
  func aRequestThatFindsTheNetworkEndsTheWait(error: ServiceError) {
    var bench = lost()
    let deadline = bench.fail(.offline)
    bench.feed(.flush)
    bench.fail(error)
    #expect(!bench.state.isWaiting(for: .retry(deadline)))
    bench.timer()
    let next = bench.fail(.offline)
    #expect(bench.effects == [.schedule(.retry(next), .seconds(60))])
  }

  /// A like whose reply was lost, and that is sent again.
  private func lost() -> Bench<LikeIntent> {
    var bench = Bench<LikeIntent>(policy)
    bench.tap(LikeIntent(isLiked: true))
    bench.fail(.unknownOutcome)
    bench.timer()
    return bench
  }

  private func answer(_ quantity: Int) -> CartAnswer {
    CartAnswer(quantity: quantity, limits: QuantityLimits(maximum: 4))
  }

  @Test func intentIsNotHeldAgainAfterItsDeadline() {
    var bench = Bench<QuantityIntent>(1, policy)
    let tap = bench.tap(.add(1))
    let deadline = bench.feed(.reply(tap, .failure(.offline)))
    bench.feed(.flush)
    bench.feed(.timer(.hold(deadline)))
    bench.fail(.offline)
    #expect(bench.resolutions == [tap: .failed(.offline)])
    #expect(bench.shown == 1)
    bench.tap(.add(1))
    bench.fail(.offline)
    #expect(bench.state.isWaiting, "the next tap has its own deadline")
  }

  @Test("the wait of a removal ends with its undo; the next tap waits for the whole time")
  func undoEndsTheWait() {
    var policy = OptimisticPolicy()
    policy.offline = .hold(.seconds(60))
    policy.grace = .seconds(5)
    var bench = Bench<QuantityIntent>(3, policy)
    bench.tap(.set(0))
    bench.feed(.endGrace)
    bench.fail(.offline)
    bench.feed(.undo)
    #expect(bench.shown == 3)
    bench.tap(.add(1))
    let held = bench.feed(
      .reply(bench.state.inFlight?.request ?? .init(rawValue: 0), .failure(.offline)))
    #expect(bench.effects.contains(.schedule(.hold(held), .seconds(60))))
  }

  /// The deadline passed while the request was in flight.
  @Test(arguments: [OptimisticEvent<QuantityIntent>.flush, .tap(.add(1))])
  func noEventRenewsAnExpiredWait(event: OptimisticEvent<QuantityIntent>) {
    var bench = Bench<QuantityIntent>(1, policy)
    let tap = bench.tap(.add(1))
    let deadline = bench.feed(.reply(tap, .failure(.offline)))
    bench.feed(.flush)
    bench.feed(.timer(.hold(deadline)))
    bench.feed(event)
    bench.fail(.offline)
    #expect(bench.resolutions[tap] == .failed(.offline))
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

  @Test("taps held while offline are sent as one request, even if the network returns repeatedly")
  func heldTapsAreSentAsOne() {
    var policy = OptimisticPolicy()
    policy.offline = .hold(.seconds(60))
    var bench = Bench<QuantityIntent>(1, policy)
    bench.tap(.add(1))
    bench.fail(.offline)
    #expect(bench.delay == .seconds(60))
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

  @Test("a tap that is held too long fails")
  func heldTooLongFails() {
    var policy = OptimisticPolicy()
    policy.offline = .hold(.seconds(60))
    var bench = Bench<QuantityIntent>(1, policy)
    let tap = bench.tap(.add(1))
    bench.fail(.offline)
    let deadline = LogicalTime(rawValue: 2)
    bench.feed(.timer(.hold(deadline)))
    #expect(bench.resolutions[tap] == .failed(.offline))
    #expect(bench.shown == 1)
    #expect(bench.shownFailure == .offline)
    #expect(bench.state.isIdle)
  }

  @Test("`settled()` waits for a held intent until its request is settled")
  func settledWaitsForAHold() {
    var policy = OptimisticPolicy()
    policy.offline = .hold(.seconds(60))
    var bench = Bench<QuantityIntent>(1, policy)
    let tap = bench.tap(.add(1))
    #expect(!bench.waits(for: tap))
    bench.fail(.offline)
    let deadline = LogicalTime(rawValue: 2)
    #expect(bench.waits(for: deadline))
    bench.feed(.flush)
    bench.fail(.offline)
    #expect(bench.delay == nil)
    #expect(bench.waits(for: deadline))
    bench.feed(.flush)
    bench.reply(CartAnswer(quantity: 2))
    #expect(!bench.waits(for: deadline))
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

  /// The like stays queued, since reads have failed and the known value proves nothing.
  @Test func failureOfTapsThatCancelEachOtherOutIsNotKept() {
    var bench = Bench<QuantityIntent>(3)
    let plus = bench.tap(.add(1))
    bench.fail(.busy(after: .seconds(10)))
    let minus = bench.tap(.add(-1))
    #expect(bench.shown == 3)
    bench.feed(.neighborFailed(.signedOut))
    #expect(bench.resolutions == [plus: .failed(.signedOut), minus: .failed(.signedOut)])
    #expect(bench.shown == 3)
    #expect(bench.state.isIdle)
    #expect(bench.state.failure == nil)
  }

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

  @Test("plus and minus held offline cancel out, and no intent waits")
  func heldTapsThatCancelOut() {
    var policy = OptimisticPolicy()
    policy.offline = .hold(.seconds(60))
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

  @Test("after another item's failure dropped a held intent, the next tap is sent")
  func tapIsSentAfterANeighborsFailure() {
    var policy = OptimisticPolicy()
    policy.offline = .hold(.seconds(60))
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
