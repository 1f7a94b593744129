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
    bench.timer()
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
    bench.timer()
    #expect(!bench.effects.contains(.read))
    bench.feed(.refresh)
    #expect(bench.effects.contains(.read))
  }
}
