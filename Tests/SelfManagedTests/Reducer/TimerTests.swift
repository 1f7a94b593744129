import SelfManaged
import Testing

/// The end of a wait that the state no longer needs has no effect.
struct TimerTests {
  @Test(arguments: 1...7 as ClosedRange<UInt64>)
  func endOfAStaleWaitIsIgnored(began: UInt64) {
    let reasons: [Wait.Reason] = [.timeout, .retry, .busy, .deadline, .grace, .recheck, .limits]
    for reason in reasons {
      let wait = Wait(reason, since: LogicalTime(rawValue: began))
      var bench = Bench<QuantityIntent>(3)
      bench.feed(.refresh)
      bench.read(CartAnswer(quantity: 3))
      bench.tap(.set(5))
      bench.fail(.unknownOutcome)
      bench.endWait()
      if bench.state.isWaiting(for: wait) { continue }  // The timeout, and the deadline.
      let before = bench.state
      bench.feed(.ended(wait))
      #expect(bench.effects.isEmpty, "\(wait)")
      #expect(bench.state == before, "\(wait)")
    }
  }

  @Test func endOfAStaleWaitKeepsALaterHold() {
    var policy = OptimisticPolicy()
    policy.offline = .hold(.seconds(60))
    var bench = Bench<QuantityIntent>(3, policy)
    bench.tap(.add(1))
    bench.fail(.offline)
    bench.feed(.ended(Wait(.deadline, since: LogicalTime(rawValue: 1))))
    #expect(bench.state.isWaiting)
    #expect(bench.shown == 4)
  }

  @Test func limitsWithoutALifetimeDoNotWakeTheAppAllTheTime() {
    var policy = OptimisticPolicy()
    policy.limitLifetime = .zero
    var bench = Bench<QuantityIntent>(3, policy)
    bench.feed(
      .report(CartAnswer(quantity: 3, limits: QuantityLimits(maximum: 5)), .push))
    bench.tap(.add(1))
    bench.end(.limits)
    #expect(bench.delay == .seconds(1))
  }
}
