import SelfManaged
import Testing

/// The end of a delay that nothing waits for has no effect.
struct TimerTests {
  /// Events after which nothing waits for the delays that began before, and a mutation is in flight.
  private func busy() -> Bench<QuantityIntent> {
    var bench = Bench<QuantityIntent>(3)
    bench.feed(.refresh)
    bench.read(CartAnswer(quantity: 3))
    bench.tap(.set(5))
    bench.fail(.unknownOutcome)
    bench.timer()
    return bench
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func staleTimerIsIgnored(began: UInt64) {
    let time = LogicalTime(rawValue: began)
    let timers: [OptimisticTimer] = [
      .retry(time), .refresh(time), .hold(time), .listCheck(time), .limits(time), .timeout(time),
    ]
    for timer in timers {
      var bench = busy()
      if bench.state.isWaiting(for: timer) { continue }  // The timeout of the second attempt.
      let before = bench.state
      bench.feed(.timer(timer))
      #expect(bench.effects.isEmpty, "\(timer)")
      #expect(bench.state == before, "\(timer)")
    }
  }

  @Test func staleTimerKeepsALaterHold() {
    var policy = OptimisticPolicy()
    policy.offline = .hold(.seconds(60))
    var bench = Bench<QuantityIntent>(3, policy)
    bench.tap(.add(1))
    bench.fail(.offline)
    bench.feed(.timer(.hold(LogicalTime(rawValue: 1))))
    #expect(bench.state.isWaiting)
    #expect(bench.shown == 4)
  }

  @Test func limitsWithoutALifetimeDoNotWakeTheAppAllTheTime() {
    var policy = OptimisticPolicy()
    policy.limitLifetime = .zero
    var bench = Bench<QuantityIntent>(3, policy)
    let report = CartAnswer(quantity: 3, limits: QuantityLimits(maximum: 5))
    let learned = bench.feed(.report(report, .push))
    bench.tap(.add(1))
    bench.feed(.timer(.limits(learned)))
    #expect(bench.delay == .seconds(1))
  }

  @Test func shortLifetimeOfRepeatedLimitsIsNotProlonged() {
    var policy = OptimisticPolicy()
    policy.limitLifetime = .milliseconds(200)
    var bench = Bench<QuantityIntent>(3, policy)
    let report = CartAnswer(quantity: 3, limits: QuantityLimits(maximum: 5))
    let learned = bench.feed(.report(report, .push))
    bench.feed(.report(report, .push))
    bench.feed(.timer(.limits(learned)))
    #expect(bench.delay == .milliseconds(200))
  }

  @Test func pauseOfAnIntentDoesNotCountForTheNext() {
    var policy = OptimisticPolicy()
    policy.longestBackOff = .seconds(3)
    var bench = Bench<QuantityIntent>(1, policy)
    for quantity in 2...3 {
      let tap = bench.tap(.add(1))
      bench.pause(.seconds(2))
      bench.timer()
      bench.reply(CartAnswer(quantity: quantity))
      #expect(bench.resolutions[tap] == .applied)
    }
  }
}
