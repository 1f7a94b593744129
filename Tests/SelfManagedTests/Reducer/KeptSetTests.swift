import Components
import SelfManaged
import Testing

/// A set that would change nothing on the known value is kept if that value is not proven, or may
/// change; later steps are added to it.
struct KeptSetTests {
  /// A lost addition could not be read back, and the next request has to wait.
  @Test(arguments: [Gate.laneTaken, .closed, .unreachable])
  func stepAfterAKeptSetIsAddedToIt(gate: Gate) {
    var policy = OptimisticPolicy()
    policy.offline = .hold(.seconds(60))
    policy.retryDelays = []
    var bench = Bench<QuantityIntent>(3, policy)
    bench.tap(.add(1))
    bench.fail(.unknownOutcome)
    bench.read(nil)
    #expect(bench.state.isInDoubt)
    bench.gate = gate
    bench.tap(.set(3))
    bench.tap(.add(1))
    bench.gate = .open
    bench.feed(.flush)
    #expect(bench.sent == [.add(1), .set(4)])
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
