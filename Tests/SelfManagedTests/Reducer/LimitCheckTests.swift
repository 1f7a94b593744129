import Components
import SelfManaged
import Testing

/// A tap at a learned limit reads the value, to check that the limit still applies.
struct LimitCheckTests {
  @Test func clampedTapReadsTheLimitBack() {
    var bench = Bench<QuantityIntent>(5)
    bench.feed(.report(CartAnswer(quantity: 5, limits: QuantityLimits(maximum: 5)), .push))
    let tap = bench.tap(.set(8))
    #expect(bench.resolutions[tap] == .limited(5))
    #expect(bench.effects.contains(.read))
    bench.read(CartAnswer(quantity: 5, limits: QuantityLimits(maximum: 20)))
    bench.tap(.set(8))
    #expect(bench.sent == [.set(8)])
  }

  @Test func partlyClampedTapReadsTheLimitBack() {
    var bench = Bench.settled(3, max: 5)
    bench.tap(.add(4))
    #expect(bench.sent == [.add(2)])
    bench.reply(CartAnswer())
    #expect(bench.effects.contains(.read))
  }

  @Test func tapBelowALimitDoesNotCheckTheLimit() {
    var bench = Bench<QuantityIntent>(CartValue(quantity: 1, limits: QuantityLimits(maximum: 5)))
    bench.tap(.add(1))
    #expect(!bench.state.isInDoubt)
    bench.reply(CartAnswer(quantity: 2))
    #expect(bench.state.isIdle)
  }

  @Test func tapThatChangesNothingWithoutALimitReadsNothing() {
    var bench = Bench.settled(5, max: nil)
    bench.tap(.set(5))
    #expect(!bench.effects.contains(.read))
    #expect(bench.state.isIdle)
  }

  /// The request's reply reports the limit.
  @Test func tapBehindARequestReadsNothing() {
    var bench = Bench.settled(5, max: 5)
    bench.tap(.add(-1))
    bench.tap(.set(4))
    #expect(!bench.state.isInDoubt)
    bench.reply(CartAnswer(quantity: 4))
    #expect(bench.state.isIdle)
  }

  /// The tap at the limit may read once more.
  @Test func tapsThatCancelOutAtALimitSendNothing() {
    var bench = Bench.settled(5, max: 5)
    bench.gate = .laneTaken
    bench.tap(.add(-1))
    let tap = bench.tap(.add(1))
    #expect(bench.shown == 5)
    #expect(bench.resolutions[tap] == .unchanged)
    bench.gate = .open
    bench.feed(.proceed)
    #expect(bench.sent.isEmpty)
  }

  /// 3 + 3 and 4 + 3, clamped to 6, look the same.
  @Test func invisibleClampOfAWaitingTapIsReportedOnce() {
    var bench = Bench.settled(3, max: nil)
    bench.gate = .laneTaken
    let tap = bench.tap(.add(3))
    bench.feed(.report(CartAnswer(quantity: 4, limits: QuantityLimits(maximum: 6)), .push))
    #expect(bench.shown == 6)
    #expect(bench.shownAdjustments.isEmpty, "its limit may end before it is sent")
    bench.gate = .open
    bench.feed(.proceed)
    #expect(bench.sent == [.add(2)])
    let clamps = bench.shownAdjustments
    #expect(clamps.map(\.requested.quantity) == [7])
    bench.reply(CartAnswer())
    #expect(bench.shownAdjustments.isEmpty)
    #expect(bench.resolutions[tap] == clamps.first.map { .adjusted($0) })
  }

  /// The read value does not show how much of the addition was carried out.
  @Test func partialReadBackOfAPartialAdditionIsUncertain() {
    var bench = Bench.settled(4, max: nil)
    let tap = bench.tap(.add(5))
    bench.fail(.limit(6))
    bench.read(CartAnswer(version: 4))
    #expect(bench.resolutions[tap] == .uncertain(.limit(6)))
    #expect(bench.shown == 4)
  }

  @Test func limitsThatTheAppKnowsBeforeTheFirstReadExpire() {
    var bench = Bench<QuantityIntent>(
      CartValue(quantity: 0, limits: QuantityLimits(maximum: 0), isKnown: false))
    let bound = bench.feed(.bound)
    bench.read(nil)
    bench.feed(.bound)
    #expect(bench.state.isWaiting(for: Wait(.limits, since: bound)), "a bind does not prolong it")
    bench.feed(.ended(Wait(.limits, since: bound)))
    #expect(bench.state.display.limits.maximum == nil, "no control stays disabled for ever")
  }
}
