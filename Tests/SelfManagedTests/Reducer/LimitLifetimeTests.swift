import Components
import SelfManaged
import Testing

/// Only an answer that itself reports a limit prolongs its lifetime.
struct LimitLifetimeTests {
  @Test func repliesWithoutALimitDoNotProlongIt() {
    var bench = Bench<QuantityIntent>(5)
    bench.tap(.add(1))
    bench.fail(.limit(5))
    for quantity in [4, 3] {
      bench.tap(.add(-1))
      bench.reply(CartAnswer(quantity: quantity))
      bench.timer()
    }
    #expect(bench.state.confirmed.limits.maximum == nil)
  }

  @Test func partialPushDoesNotProlongALimit() {
    var bench = Bench<QuantityIntent>(5)
    let limits = QuantityLimits(maximum: 5)
    bench.feed(.report(CartAnswer(quantity: 5, version: 1, limits: limits), .push))
    bench.feed(.report(CartAnswer(version: 2), .push))
    bench.timer()
    #expect(bench.state.confirmed.limits.maximum == nil)
  }

  @Test func repeatedLimitIsProlonged() {
    var bench = Bench<QuantityIntent>(5)
    let limits = QuantityLimits(maximum: 5)
    bench.feed(.report(CartAnswer(quantity: 5, version: 1, limits: limits), .push))
    bench.feed(.report(CartAnswer(version: 2, limits: limits), .push))
    bench.timer()
    #expect(bench.state.confirmed.limits.maximum == 5)
  }

  @Test func ignoredAnswerDoesNotProlongALimit() {
    var bench = Bench<QuantityIntent>(5)
    let limits = QuantityLimits(maximum: 5)
    bench.feed(.report(CartAnswer(quantity: 5, version: 9, limits: limits), .push))
    bench.tap(.set(4))
    bench.feed(.report(CartAnswer(quantity: 4, version: 12, limits: limits), .push))
    bench.timer()
    bench.reply(CartAnswer(quantity: 4, version: 10, limits: limits))
    bench.timer()
    #expect(bench.state.confirmed.limits.maximum == nil)
  }

  @Test func limitOfARefusalThatCanNotBeReadBackIsLearned() {
    var bench = Bench<QuantityIntent>(3)
    bench.tap(.add(5))
    bench.fail(.limit(5))
    bench.cannotRead()
    #expect(bench.state.confirmed.limits.maximum == 5)
  }
}
