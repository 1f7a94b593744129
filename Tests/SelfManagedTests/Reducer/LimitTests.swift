import Components
import SelfManaged
import Testing

/// Learned limits and their effect on taps.
struct LimitTests {
  private func value(_ quantity: Int, max maximum: Int) -> CartValue {
    CartValue(quantity: quantity, limits: QuantityLimits(maximum: maximum))
  }

  @Test("a maximum below the quantity stops additions, and never turns one into a reduction")
  func maximumBelowTheQuantityStopsAdditions() {
    var bench = Bench<QuantityIntent>(value(5, max: 3))
    let add = bench.tap(.add(1))
    #expect(bench.resolutions[add] == .limited(3))
    #expect(bench.sent.isEmpty)
    bench.tap(.add(-1))
    #expect(bench.sent == [.add(-1)])
  }

  @Test(
    "a negative maximum counts as 0, and no quantity falls below 0", arguments: [-1, -5, Int.min])
  func negativeMaximumAllowsNothing(maximum: Int) {
    var bench = Bench<QuantityIntent>(value(0, max: maximum))
    bench.tap(.add(1))
    bench.tap(.set(4))
    #expect(bench.sent.isEmpty)
    #expect(bench.shown == 0)
  }

  @Test("the clamped value of an in-flight request is a guess, so an intent for it is kept")
  func intentForThePredictedValueIsKept() {
    var bench = Bench<QuantityIntent>(3)
    bench.tap(.set(10))
    let limits = QuantityLimits(maximum: 5)
    bench.feed(.report(CartAnswer(quantity: 3, version: 1, limits: limits), .push))
    #expect(bench.shown == 5)
    let tap = bench.tap(.set(5))
    #expect(bench.resolutions[tap] == nil)
    var other = bench
    bench.reply(CartAnswer(quantity: 10, version: 2, limits: QuantityLimits(maximum: 20)))
    #expect(bench.shown == 5)
    #expect(bench.sent == [.set(10), .set(5)])
    other.reply(CartAnswer(quantity: 5, version: 2, limits: limits))
    #expect(other.resolutions[tap] == .unchanged)
    #expect(other.sent == [.set(10)])
  }

  @Test(arguments: [
    (QuantityIntent.set(8), Resolution<CartValue>.limited(5)), (.add(0), .unchanged),
  ])
  func tapWithoutEffectOnThePredictionIsDropped(
    intent: QuantityIntent, resolution: Resolution<CartValue>
  ) {
    var bench = Bench<QuantityIntent>(3)
    bench.tap(.set(10))
    bench.feed(.report(CartAnswer(quantity: 3, limits: QuantityLimits(maximum: 5)), .push))
    let tap = bench.tap(intent)
    #expect(bench.resolutions == [tap: resolution])
    #expect(bench.state.queued == nil)
  }

  @Test("an intent that is requeued offline is merged with later taps as it was displayed")
  func heldIntentKeepsItsDisplayedValue() {
    var policy = OptimisticPolicy()
    policy.offline = .hold(.seconds(60))
    var bench = Bench<QuantityIntent>(3, policy)
    bench.tap(.set(6))
    bench.feed(.report(CartAnswer(quantity: 3, limits: QuantityLimits(maximum: 4)), .push))
    bench.tap(.add(-1))
    #expect(bench.shown == 3)
    bench.fail(.offline)
    #expect(bench.shown == 3)
  }

  @Test("of two taps that are requeued offline, the later one is resolved by its own limit")
  func heldIntentResolvesByItsOwnLimit() {
    var policy = OptimisticPolicy()
    policy.offline = .hold(.seconds(60))
    let known = CartValue(quantity: 2, limits: QuantityLimits(maximum: 4))
    var first = Bench<QuantityIntent>(known, policy)
    first.tap(.set(6))
    let reduced = first.tap(.add(-1))
    first.fail(.offline)
    first.feed(.flush)
    first.reply(CartAnswer(quantity: 3))
    #expect(first.resolutions[reduced] == .applied)
    var second = Bench<QuantityIntent>(known, policy)
    second.tap(.set(1))
    let clamped = second.tap(.set(6))
    second.fail(.offline)
    second.feed(.flush)
    second.reply(CartAnswer(quantity: 4))
    let given = CartValue(quantity: 4, limits: known.limits)
    let wanted = CartValue(quantity: 6, limits: known.limits)
    #expect(
      second.resolutions[clamped] == .adjusted(.init(requested: wanted, actual: given, limit: 4)))
  }

  @Test("a clamp of a tap that waits for its turn is reported once, when it is displayed")
  func clampOfAWaitingTapIsReportedOnce() {
    var bench = Bench<QuantityIntent>(3)
    bench.gate = .laneTaken
    bench.tap(.set(6))
    bench.feed(.report(CartAnswer(quantity: 3, limits: QuantityLimits(maximum: 4)), .push))
    #expect(bench.shown == 4)
    #expect(bench.cause == .adjust)
    #expect(bench.shownAdjustments.map(\.actual.quantity) == [4])
    bench.feed(.flush)
    #expect(bench.shownAdjustments.isEmpty)
    bench.gate = .open
    bench.feed(.proceed)
    #expect(bench.sent == [.set(4)])
    #expect(bench.shownAdjustments.isEmpty)
  }

  @Test("a reply's limit that clamps the queued intent is an adjustment, even before its turn")
  func replyClampsTheWaitingTaps() {
    var bench = Bench<QuantityIntent>(0)
    bench.tap(.add(1))
    bench.tap(.add(4))
    bench.gate = .laneTaken
    bench.reply(CartAnswer(quantity: 1, limits: QuantityLimits(maximum: 3)))
    #expect(bench.shown == 3)
    #expect(bench.cause == .adjust)
    #expect(bench.shownAdjustments.map(\.actual.quantity) == [3])
    bench.gate = .open
    bench.feed(.proceed)
    #expect(bench.sent == [.add(1), .add(2)])
    #expect(bench.shownAdjustments.isEmpty)
  }

  @Test("an answer with a quantity above its own maximum keeps the maximum")
  func maximumBelowItsOwnQuantityIsKept() {
    var bench = Bench<QuantityIntent>(5)
    bench.feed(
      .report(CartAnswer(quantity: 5, limits: QuantityLimits(maximum: 3)), .push))
    #expect(bench.state.display.limits.maximum == 3)
    bench.feed(.report(CartAnswer(quantity: 4), .push))
    #expect(bench.state.display.limits.maximum == nil)
  }

  @Test("a report without a quantity changes only the limits that it contains")
  func limitsAreLearnedOneByOne() {
    var bench = Bench<QuantityIntent>(2)
    bench.feed(.report(CartAnswer(limits: QuantityLimits(minimum: 2)), .push))
    bench.feed(.report(CartAnswer(limits: QuantityLimits(maximum: 9)), .push))
    #expect(bench.state.display.limits == QuantityLimits(minimum: 2, maximum: 9))
  }

  @Test("a clamp at the tap is reported with the tap's resolution")
  func clampAtTheTapResolvesIt() {
    var bench = Bench<QuantityIntent>(value(4, max: 5))
    let tap = bench.tap(.add(3))
    #expect(bench.shownAdjustments.map(\.requested.quantity) == [7])
    bench.reply(CartAnswer())
    guard case .adjusted(let adjustment) = bench.resolutions[tap] else {
      Issue.record("resolved as \(String(describing: bench.resolutions[tap]))")
      return
    }
    #expect(adjustment.actual.quantity == 5)
  }

  @Test("a limit that a conflict reports is an adjustment, reported once")
  func limitInAConflictIsReportedOnce() {
    var bench = Bench<QuantityIntent>(3)
    let tap = bench.tap(.add(1))
    let full = CartAnswer(quantity: 5, version: 2, limits: QuantityLimits(maximum: 5))
    bench.fail(.conflict(answer: full))
    #expect(bench.resolutions[tap] == .limited(5))
    #expect(bench.shownAdjustments.count == 1)
    #expect(bench.shown == 5)
    #expect(bench.cause == .adjust)
  }

  @Test("a refusal that reports a limit and undoes nothing visible shows no error")
  func invisibleLimitIsNoError() {
    var bench = Bench<QuantityIntent>(1)
    bench.tap(.set(2))
    bench.tap(.set(3))
    bench.fail(.limit(9))
    #expect(bench.shown == 3)
    #expect(bench.shownFailure == nil)
    #expect(bench.cause == .user)
  }

  @Test(
    "a maximum in a refusal is learned, whatever else the refusal reports",
    arguments: [
      nil, CartAnswer(limits: QuantityLimits(minimum: 2)),
    ])
  func maximumInARejectionIsLearned(answer: CartAnswer?) {
    var bench = Bench<QuantityIntent>(5)
    bench.tap(.add(9))
    bench.fail(.limit(5, answer: answer))
    #expect(bench.shown == 5)
    #expect(bench.state.display.limits.maximum == 5)
    #expect(bench.state.display.limits.minimum == answer?.limits?.minimum)
  }

  @Test("the maximum of the carried answer takes precedence over that of the error")
  func maximumInTheAnswerTakesPrecedence() {
    var bench = Bench<QuantityIntent>(6)
    bench.tap(.add(9))
    bench.fail(.limit(5, answer: CartAnswer(limits: QuantityLimits(maximum: 6))))
    #expect(bench.state.display.limits.maximum == 6)
  }

  @Test("a maximum in an error of another kind is not learned")
  func otherErrorsTeachNoLimit() {
    var bench = Bench<QuantityIntent>(3)
    bench.tap(.add(9))
    bench.fail(ServiceError(.rejected, maximum: 5))
    #expect(bench.state.display.limits.maximum == nil)
  }

  /// The quantity is at the limit before and after the push.
  @Test func clampOfAWaitingTapThatChangesNothingOnScreenIsNotReported() {
    var bench = Bench<QuantityIntent>(2)
    bench.feed(.report(CartAnswer(quantity: 2, limits: QuantityLimits(maximum: 4)), .push))
    bench.gate = .closed
    bench.tap(.add(2))
    bench.feed(.report(CartAnswer(quantity: 3, limits: QuantityLimits(maximum: 4)), .push))
    #expect(bench.notice == nil)
  }
}

/// Limits that a quantity disproves, and refusals with a limit that may have applied a part.
struct LearnedLimitTests {
  @Test func partOfARejectedAdditionIsReadBack() {
    var bench = Bench<QuantityIntent>(1)
    let tap = bench.tap(.add(5))
    bench.fail(.limit(3))
    #expect(bench.effects.contains(.read))
    #expect(bench.shown == 6)
    #expect(bench.state.isUncertain)
    bench.read(CartAnswer(quantity: 3))
    #expect(bench.shown == 3)
    #expect(bench.cause == .adjust)
    #expect(bench.shownFailure == nil)
    let value = { CartValue(quantity: $0, limits: QuantityLimits(maximum: 3)) }
    guard case .adjusted(let adjustment) = bench.resolutions[tap] else {
      Issue.record("\(String(describing: bench.resolutions[tap]))")
      return
    }
    #expect(adjustment.actual == value(3))
    #expect(adjustment.limit == 3)
    #expect(adjustment.requested.quantity == 6)
    #expect(bench.state.isIdle)
  }

  @Test func rejectedAdditionWithoutEffectFails() {
    var bench = Bench<QuantityIntent>(1)
    let tap = bench.tap(.add(5))
    bench.fail(.limit(3))
    bench.read(CartAnswer(quantity: 1))
    #expect(bench.shown == 1)
    #expect(bench.resolutions[tap] == .failed(.limit(3)))
    #expect(bench.shownFailure == .limit(3))
    #expect(bench.state.display.limits.maximum == 3)
  }

  @Test func unreadablePartialAdditionIsUncertain() {
    var policy = OptimisticPolicy()
    policy.retryDelays = []
    var bench = Bench<QuantityIntent>(1, policy)
    let tap = bench.tap(.add(5))
    bench.fail(.limit(3))
    bench.read(nil)
    #expect(bench.resolutions[tap] == .uncertain(.limit(3)))
    #expect(bench.state.isInDoubt)
  }

  @Test func limitDisprovedByAReadBackEnds() {
    var bench = Bench<QuantityIntent>(1)
    bench.tap(.add(5))
    bench.fail(.limit(3))
    bench.read(CartAnswer(quantity: 8))
    #expect(bench.shown == 8)
    #expect(bench.state.display.limits.maximum == nil)
  }

  @Test(arguments: [(5, 5), (6, nil)])
  func quantityAboveTheMaximumDisprovesIt(quantity: Int, maximum: Int?) {
    var bench = Bench<QuantityIntent>(CartValue(quantity: 4, limits: QuantityLimits(maximum: 5)))
    bench.tap(.add(1))
    bench.reply(CartAnswer(quantity: quantity))
    #expect(bench.state.display.limits.maximum == maximum)
  }

  @Test func adjustmentHasEachOfItsParts() {
    let adjustment = Adjustment(requested: 9, actual: 4, limit: 5, notice: "Only 5 left")
    #expect(adjustment.requested == 9 && adjustment.actual == 4)
    #expect(adjustment.limit == 5 && adjustment.notice == "Only 5 left")
  }

  @Test func doubtDoesNotLiftALearnedLimit() {
    var bench = Bench<QuantityIntent>(CartValue(quantity: 1))
    bench.gate = .laneTaken
    let read = bench.feed(.refresh)
    bench.feed(.read(read, .unavailable))
    #expect(bench.state.isInDoubt)
    bench.tap(.set(8))
    bench.feed(.report(CartAnswer(limits: QuantityLimits(maximum: 5)), .push))
    bench.gate = .open
    bench.feed(.proceed)
    #expect(bench.sent == [.set(5)])
  }
}
