import Components
import SelfManaged
import Testing

/// A read that a busy server refused for the last time is repeated on demand, but not before the end of
/// the delay that the server asked for.
struct StalledReadTests {
  @Test(arguments: [.flush, .refresh] as [OptimisticEvent<LikeIntent>])
  func demandDuringTheDelayIsMetAtItsEnd(demand: OptimisticEvent<LikeIntent>) {
    var policy = OptimisticPolicy()
    policy.maximumBusyRetries = 0
    var bench = Bench<LikeIntent>(policy)
    let read = bench.feed(.refresh)
    bench.feed(.read(read, .busy(after: .seconds(60))))
    #expect(bench.delay == .seconds(60))
    for _ in 1...3 {
      bench.feed(demand)
      #expect(!bench.effects.contains(.read))
    }
    #expect(!bench.state.isIdle)
    bench.endWait()
    #expect(bench.effects.contains(.read))
  }

  @Test func failedReadBackDoesNotShortenTheDelay() {
    var policy = OptimisticPolicy()
    policy.retryDelays = []
    var bench = Bench<LikeIntent>(policy)
    let read = bench.feed(.refresh)
    bench.feed(.read(read, .busy(after: .seconds(60))))
    bench.tap(LikeIntent(isLiked: true))
    bench.fail(.unknownOutcome)
    bench.read(nil)
    bench.feed(.flush)
    #expect(!bench.effects.contains(.read))
  }

  @Test func reportEndsTheDoubtDuringTheDelay() {
    var policy = OptimisticPolicy()
    policy.maximumBusyRetries = 0
    var bench = Bench<LikeIntent>(policy)
    let read = bench.feed(.refresh)
    bench.feed(.read(read, .busy(after: .seconds(60))))
    bench.feed(.report(LikeAnswer(isLiked: true, count: 3), .push))
    bench.feed(.flush)
    #expect(bench.state.isIdle)
    bench.endWait()
    #expect(!bench.effects.contains(.read))
    bench.feed(.refresh)
    #expect(bench.effects.contains(.read))
  }

  @Test(arguments: [0, 1])
  func busyReadBackWaitsAsLongAsThePolicyAllows(_ excess: Int) {
    var bench = Bench<QuantityIntent>(1)
    let tap = bench.tap(.add(1))
    bench.fail(.unknownOutcome)
    let longest = bench.policy.longestBackOff
    bench.feed(.read(bench.state.readBegan!, .busy(after: longest + .seconds(excess))))
    #expect((bench.resolutions[tap] == nil) == (excess == 0))
  }

  @Test func newDoubtDoesNotWaitForTheDelayOfAnEndedOne() {
    var bench = Bench<LikeIntent>()
    bench.feed(.refresh)
    bench.read(nil)
    bench.feed(.report(LikeAnswer(isLiked: true, count: 3), .push))
    #expect(bench.state.isIdle)
    bench.feed(.refresh)
    #expect(bench.effects == [.read])
  }

  @Test(arguments: [ServiceError.unknownOutcome, .conflict])
  func readBackEndsADoubt(error: ServiceError) {
    var policy = OptimisticPolicy()
    policy.retryDelays = []
    var bench = Bench<QuantityIntent>(3, policy)
    bench.feed(.report(CartAnswer(quantity: 3), .push))
    bench.feed(.refresh)
    bench.read(nil)
    #expect(bench.state.isInDoubt)
    bench.tap(.add(1))
    bench.fail(error)
    bench.read(CartAnswer(quantity: 4))
    #expect(!bench.state.isInDoubt)
    if error == .conflict { bench.fail(.rejected) }
    let same = bench.tap(.set(4))
    #expect(bench.resolutions[same] == .unchanged)
  }

  @Test(arguments: [nil, 2])
  func deferredPushEndsADoubt(version: Int?) {
    var policy = OptimisticPolicy()
    policy.retryDelays = []
    var bench = Bench<QuantityIntent>(3, policy)
    bench.feed(.report(CartAnswer(quantity: 3, version: version.map { $0 - 1 }), .push))
    bench.feed(.refresh)
    bench.read(nil)
    bench.tap(.add(1))
    bench.feed(.report(CartAnswer(quantity: 5, version: version), .push))
    bench.fail(.rejected)
    #expect(bench.shown == 5)
    #expect(!bench.state.isInDoubt)
  }

}
