import Components
import SelfManaged
import Testing

/// Only an answer that itself reports a limit prolongs its lifetime, and only a read or a push of the
/// whole value ends it early.
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

  /// A maximum of 9 and a minimum of 1 are known, at version 1 with a quantity of 4.
  private func limited() -> Bench<QuantityIntent> {
    var bench = Bench<QuantityIntent>(4)
    let limits = QuantityLimits(minimum: 1, maximum: 9)
    bench.feed(.report(CartAnswer(quantity: 4, version: 1, limits: limits), .push))
    return bench
  }

  @Test(
    arguments: [
      .rejected("No", answer: CartAnswer(quantity: 4, version: 1)),
      .conflict(answer: CartAnswer(quantity: 5, version: 2)),
    ] as [ServiceError])
  func refusalWithAQuantityKeepsTheLimits(error: ServiceError) {
    var bench = limited()
    bench.tap(.add(-1))
    bench.fail(error)
    #expect(bench.state.confirmed.limits == QuantityLimits(minimum: 1, maximum: 9))
  }

  @Test func limitOfARefusalKeepsTheMinimum() {
    var bench = limited()
    bench.tap(.add(5))
    bench.fail(.limit(4, answer: CartAnswer(quantity: 4, version: 1)))
    #expect(bench.state.confirmed.limits == QuantityLimits(minimum: 1, maximum: 4))
  }

  /// The push of the user's own change arrives before its reply, which names no limit.
  @Test func replyAfterThePushOfTheSameChangeKeepsTheLimit() {
    var bench = limited()
    bench.tap(.set(9))
    let limits = QuantityLimits(maximum: 5)
    bench.feed(.report(CartAnswer(quantity: 5, version: 2, limits: limits), .push))
    bench.reply(CartAnswer(quantity: 5, version: 2))
    #expect(bench.state.confirmed.limits == limits)
    #expect(bench.shownAdjustments.map(\.limit) == [5])
  }

  @Test(arguments: [true, false])
  func readOrPushOfTheWholeValueRemovesALimitThatItLeavesOut(isPush: Bool) {
    var bench = limited()
    let answer = CartAnswer(quantity: 4, version: 2)
    if isPush {
      bench.feed(.report(answer, .push))
    } else {
      bench.feed(.refresh)
      bench.read(answer)
    }
    #expect(bench.state.confirmed.limits == QuantityLimits())
  }

  /// The app's data had a limit and no quantity, and the first read is still pending.
  @Test func refreshDoesNotProlongALimit() {
    let limits = QuantityLimits(maximum: 5)
    var bench = Bench<QuantityIntent>(CartValue(quantity: 0, limits: limits, isKnown: false))
    let learned = bench.feed(.refresh)
    bench.feed(.refresh)
    #expect(bench.state.isWaiting(for: .limits(learned)))
    bench.feed(.timer(.limits(learned)))
    #expect(bench.state.confirmed.limits.maximum == nil)
  }

  @Test func limitOfARefusalThatCanNotBeReadBackIsLearned() {
    var bench = Bench<QuantityIntent>(3)
    bench.tap(.add(5))
    bench.fail(.limit(5))
    bench.cannotRead()
    #expect(bench.state.confirmed.limits.maximum == 5)
  }

  @Test func limitOfARefusalIsLearnedDespiteAPartialRead() {
    var bench = Bench<QuantityIntent>(3)
    bench.tap(.add(5))
    bench.fail(.limit(5))
    bench.read(CartAnswer())
    #expect(bench.state.confirmed.limits.maximum == 5)
  }

  @Test func limitThatIsLearnedAgainHasAWholeLifetime() {
    var bench = Bench<QuantityIntent>(3)
    let limited = CartAnswer(quantity: 3, limits: QuantityLimits(maximum: 5))
    for _ in 1...2 {
      let learned = bench.feed(.report(limited, .push))
      #expect(bench.effects == [.schedule(.limits(learned), bench.state.policy.limitLifetime)])
      bench.feed(.report(CartAnswer(quantity: 3), .push))
      #expect(bench.state.display.limits.maximum == nil)
    }
  }
}
