import SelfManaged
import Testing

/// A value is certain, or it is read.
struct CertainOrReadTests {
  /// Typed 5, a report contradicts, typed the known 3; the 5 is refused.
  @Test(arguments: [true, false])
  func doubtIsNoKnowledge(_ isRefresh: Bool) {
    var bench = Bench<QuantityIntent>(3)
    bench.tap(.set(5))
    bench.feed(isRefresh ? .refresh : .report(CartAnswer(quantity: 5), .list))
    bench.tap(.set(3))
    bench.fail(.rejected)
    #expect(bench.sent == [.set(5), .set(3)], "the server may have 5")
    bench.reply(CartAnswer(quantity: 3))
    bench.read(CartAnswer(quantity: 3))
    #expect(bench.shown == 3)
    #expect(bench.state.isIdle && !bench.state.isInDoubt)
  }

  @Test func guessIsNoKnowledge() {
    var bench = Bench<LikeIntent>(LikeValue(isLiked: false, count: 10), OptimisticPolicy())
    bench.feed(.bound)
    #expect(bench.effects == [.read])
    bench.tap(LikeIntent(isLiked: false))
    #expect(bench.sent == [LikeIntent(isLiked: false)])
  }

  @Test(arguments: [LikeAnswer?.none, LikeAnswer()])
  func refusalContradictsAValueThatTheServerNeverConfirmed(_ answer: LikeAnswer?) {
    var bench = Bench<LikeIntent>(LikeValue(isLiked: false, count: 9), OptimisticPolicy())
    bench.feed(.report(LikeAnswer(isLiked: false, count: 9), .list))
    bench.tap(LikeIntent(isLiked: true))
    bench.fail(.rejected("Already liked", answer: answer))
    #expect(bench.shownFailure?.code == .rejected)
    #expect(bench.effects.contains(.read))
    bench.read(LikeAnswer(isLiked: true, count: 10))
    #expect(bench.shown == "♥10")
  }

  @Test func refusalsOfAnUnconfirmedValueReadOnceInAnInterval() {
    var bench = Bench<QuantityIntent>(CartValue(quantity: 3), OptimisticPolicy())
    bench.feed(.report(CartAnswer(quantity: 3), .list))
    bench.tap(.add(-1))
    bench.fail(.rejected)
    #expect(bench.effects.contains(.read))
    bench.read(CartAnswer())  // The service does not say.
    bench.tap(.add(-1))
    bench.fail(.rejected)
    #expect(!bench.effects.contains(.read))
    #expect(bench.state.isIdle)
  }

  /// The push has only the count, which may contain the like or not.
  @Test func partialPushDuringALikeIsNotCountedTwice() {
    var bench = Bench<LikeIntent>()
    bench.tap(LikeIntent(isLiked: true))
    bench.feed(.report(LikeAnswer(count: 11), .push))
    #expect(bench.shown == "♥11")
    bench.reply(LikeAnswer(isLiked: true, count: 11))
    #expect(bench.shown == "♥11")
  }

  /// The replies come from the server, and the reads from a replica that lags.
  @Test func laggingReplicaDoesNotWin() {
    var bench = Bench<LikeIntent>()
    bench.feed(.report(LikeAnswer(isLiked: false, count: 10, version: 7), .push))
    bench.tap(LikeIntent(isLiked: true))
    bench.reply(LikeAnswer(isLiked: true, count: 11, version: 8))
    bench.feed(.refresh)
    for _ in 1...2 {
      bench.read(LikeAnswer(isLiked: false, count: 10, version: 7))
      #expect(bench.shown == "♥11")
      #expect(bench.state.isInDoubt)
      bench.endWait()
    }
    bench.read(LikeAnswer(isLiked: true, count: 11, version: 8))
    #expect(bench.shown == "♥11")
    #expect(!bench.state.isInDoubt)
  }

  /// The busy server did nothing, so like and unlike cancel out.
  @Test func oppositeTapAfterABusyReplySendsNothing() {
    var bench = Bench<LikeIntent>()
    bench.tap(LikeIntent(isLiked: true))
    bench.fail(.busy(after: .seconds(5)))
    bench.tap(LikeIntent(isLiked: false))
    #expect(bench.state.isIdle)
    #expect(bench.shown == "♡10")
    #expect(bench.sent.count == 1)
  }

  @Test func hintOfZeroIsHonoredOnce() {
    var bench = Bench<QuantityIntent>(3)
    bench.tap(.add(1))
    var delays: [Duration?] = []
    for _ in 1...4 {
      bench.fail(.busy(after: .zero))
      delays.append(bench.delay)
      bench.endWait()
    }
    #expect(delays == [.zero, .seconds(2), .seconds(8), .seconds(8)])
  }

  /// No reply and no answer ever arrives.
  @Test func hangingRequestEndsAtItsDeadline() {
    var bench = Bench<QuantityIntent>(3)
    let tap = bench.tap(.add(1))
    bench.feed(.ended(Wait(.timeout, since: tap)))
    #expect(bench.state.isUncertain)
    let deadline = bench.timers.first { $0.reason == .deadline }
    bench.feed(.ended(deadline ?? Wait(.deadline, since: tap)))
    #expect(bench.resolutions == [tap: .uncertain(.unknownOutcome)])
    #expect(bench.state.inFlight == nil, "the lane is free")
    #expect(bench.state.isInDoubt)
  }

  @Test func removalInItsGracePeriodOutlivesALossOfTheNetwork() {
    var policy = OptimisticPolicy()
    policy.grace = .seconds(5)
    var bench = Bench<QuantityIntent>(3, policy)
    bench.tap(.set(0))
    bench.gate = .unreachable
    bench.feed(.report(CartAnswer(quantity: 4), .push))
    #expect(bench.shown == 0)
    bench.gate = .open
    bench.feed(.undo)
    #expect(bench.shown == 4)
    #expect(bench.sent == [])
  }
}
