import Components
import SelfManaged
import Testing

/// A set that would change nothing on the known value is kept if that value is not proven, or may
/// change; later steps are added to it.
struct KeptSetTests {
  private func inDoubt(_ policy: OptimisticPolicy) -> Bench<QuantityIntent> {
    var policy = policy
    policy.retryDelays = []
    var bench = Bench<QuantityIntent>(3, policy)
    bench.feed(.report(CartAnswer(quantity: 3), .list))
    bench.tap(.add(1))
    if bench.state.inFlight == nil { bench.feed(.turn) }
    bench.fail(.unknownOutcome)
    bench.read(nil)
    bench.read(nil)
    return bench
  }

  @Test func stepAfterAKeptSetIsAddedToIt() {
    var policy = OptimisticPolicy()
    policy.lanes = .shared
    var bench = inDoubt(policy)
    bench.tap(.set(3))
    bench.tap(.add(1))
    bench.feed(.turn)
    #expect(bench.sent.last == .set(4))
  }

  @Test func stepAfterAKeptSetWithoutTheNetworkIsAddedToIt() {
    var policy = OptimisticPolicy()
    policy.offline = .hold(.seconds(60))
    var bench = inDoubt(policy)
    bench.tap(.set(3))
    bench.tap(.add(1))
    bench.fail(.offline)
    bench.feed(.flush)
    #expect(bench.sent.last == .set(4))
  }

  @Test func stepAfterASetBehindAClampedRequestIsAddedToIt() {
    var bench = Bench<QuantityIntent>(3)
    bench.tap(.set(8))
    bench.feed(.report(CartAnswer(limits: QuantityLimits(maximum: 5)), .push))
    bench.tap(.set(5))
    bench.tap(.add(-1))
    #expect(bench.shown == 4)
    bench.reply(CartAnswer(quantity: 8))
    #expect(bench.shown == 4)
    #expect(bench.sent.last == .set(4))
  }

  /// Another device has removed the product meanwhile, so the minus that waits does nothing.
  @Test func plusAfterAMinusThatDoesNothingIsNotUndoneByIt() {
    var policy = OptimisticPolicy()
    policy.offline = .hold(.seconds(60))
    var bench = Bench<QuantityIntent>(1, policy)
    bench.tap(.add(-1))
    bench.fail(.offline)
    bench.feed(.report(CartAnswer(quantity: 0), .push))
    bench.tap(.add(1))
    #expect(bench.shown == 1)
  }
}
