import Components
import SelfManaged
import Testing

/// A learned limit ends with its lifetime, or with a read or a push of the whole value that leaves it
/// out.
struct LimitLifetimeTests {
  /// The maximum of 5 is known, and so is when it was learned.
  private func full() -> (bench: Bench<QuantityIntent>, learned: LogicalTime) {
    var bench = Bench<QuantityIntent>(5)
    bench.tap(.add(1))
    let learned = bench.fail(.limit(5))
    return (bench, learned)
  }

  @Test func limitEndsAfterItsLifetime() {
    var (bench, learned) = full()
    #expect(bench.effects.contains(.schedule(Wait(.limits, since: learned), .seconds(60))))
    bench.feed(.ended(Wait(.limits, since: learned)))
    #expect(bench.state.display.limits.maximum == nil)
    #expect(bench.shown == 5)
    bench.tap(.add(1))
    #expect(bench.sent.count == 2)
  }

  @Test func answersWithoutALimitDoNotProlongIt() {
    var (bench, learned) = full()
    for quantity in [4, 3] {
      bench.tap(.add(-1))
      bench.reply(CartAnswer(quantity: quantity))
      #expect(bench.state.display.limits.maximum == 5)
    }
    bench.feed(.report(CartAnswer(version: 2), .push))
    bench.feed(.ended(Wait(.limits, since: learned)))
    #expect(bench.state.display.limits.maximum == nil)
  }

  /// The limit clamps the tap on screen, in flight and queued.
  @Test(arguments: [Gate.open, .laneTaken])
  func limitStaysWhileATapIsPending(gate: Gate) {
    var bench = Bench<QuantityIntent>(3)
    let limits = QuantityLimits(maximum: 5)
    let learned = bench.feed(.report(CartAnswer(quantity: 3, limits: limits), .push))
    bench.gate = gate
    bench.tap(.add(4))
    let over = bench.feed(.ended(Wait(.limits, since: learned)))
    #expect(bench.shown == 5)
    #expect(bench.effects == [.schedule(Wait(.limits, since: over), .seconds(60))])
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
      #expect(
        bench.effects == [.schedule(Wait(.limits, since: learned), bench.policy.limitLifetime)])
      bench.feed(.report(CartAnswer(quantity: 3), .push))
      #expect(bench.state.display.limits.maximum == nil)
    }
  }
}
