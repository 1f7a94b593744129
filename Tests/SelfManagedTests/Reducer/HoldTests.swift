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
}
