import Components
import SelfManaged
import Testing

/// Reads that a value needs: owed until one succeeds, and bounded.
struct RefreshTests {
  /// A push of 5 arrives during `+1`, and the reply does not report the quantity.
  private func doubtful(_ policy: OptimisticPolicy = OptimisticPolicy()) -> Bench<QuantityIntent> {
    var bench = Bench<QuantityIntent>(1, policy)
    bench.tap(.add(1))
    bench.feed(.report(CartAnswer(quantity: 5), .push))
    bench.reply(CartAnswer())
    #expect(bench.effects.contains(.read))
    #expect(bench.state.isInDoubt)
    return bench
  }

  @Test func aFailedReadIsRepeatedAfterADelay() {
    var bench = doubtful()
    for delay in bench.policy.retryDelays {
      bench.read(nil)
      #expect(bench.delay == delay)
      #expect(!bench.state.isIdle)
      bench.endWait()
      #expect(bench.effects == [.read])
    }
    bench.read(CartAnswer(quantity: 5))
    #expect(bench.shown == 5)
    #expect(bench.state.isIdle)
    #expect(!bench.state.isInDoubt)
  }

  /// The value stays in doubt when the last read failed; a flush and a bind read again.
  @Test(arguments: [OptimisticEvent<QuantityIntent>.flush, .refresh])
  func eventsRestartAStalledRead(event: OptimisticEvent<QuantityIntent>) {
    var policy = OptimisticPolicy()
    policy.retryDelays = []
    var bench = doubtful(policy)
    bench.read(nil)
    #expect(bench.effects.isEmpty)
    #expect(bench.state.isIdle)
    #expect(bench.state.isInDoubt)
    bench.feed(event)
    #expect(bench.effects == [.read])
    bench.read(CartAnswer(quantity: 5))
    #expect(bench.shown == 5)
    #expect(!bench.state.isInDoubt)
  }

  @Test func readThatIsRestartedHasAllItsRepetitions() {
    var bench = doubtful()
    for _ in bench.policy.retryDelays {
      bench.read(nil)
      bench.endWait()
    }
    bench.read(nil)
    #expect(bench.state.isIdle)
    bench.feed(.flush)
    for delay in bench.policy.retryDelays {
      bench.read(nil)
      #expect(bench.delay == delay)
      bench.endWait()
    }
  }

  @Test func failedReadThatIsNoLongerNeededIsNotRepeated() {
    var bench = Bench<QuantityIntent>(3)
    bench.feed(.refresh)
    bench.feed(.report(CartAnswer(quantity: 5), .push))
    bench.read(nil)
    #expect(bench.state.isIdle)
    bench.endWait()
    #expect(bench.state.readBegan == nil)
  }

  @Test func impossibleReadIsNotRepeated() {
    var bench = Bench<QuantityIntent>(CartValue(quantity: 1))
    let read = bench.feed(.refresh)
    bench.feed(.read(read, .unavailable))
    #expect(bench.effects.isEmpty)
    #expect(bench.state.isIdle)
    #expect(bench.state.isInDoubt)
  }

  @Test func impossibleRefreshOfAReportedValueLeavesNoDoubt() {
    var bench = doubtful()
    bench.feed(.report(CartAnswer(quantity: 6), .push))
    #expect(!bench.state.isInDoubt)
    bench.feed(.refresh)
    bench.cannotRead()
    #expect(!bench.state.isInDoubt)
  }

  @Test(arguments: [0, 1])
  func busyReadWaitsAsLongAsThePolicyAllows(_ excess: Int) {
    var bench = doubtful()
    let longest = bench.policy.longestBackOff
    bench.feed(.read(bench.state.readBegan!, .busy(after: longest + .seconds(excess))))
    #expect(bench.delay == longest)
    #expect(bench.state.isIdle == (excess == 1))
  }

  @Test func readThatTakesTooLongFails() {
    var bench = doubtful()
    let read = bench.state.readBegan!
    bench.feed(.ended(Wait(.timeout, since: read)))
    #expect(bench.delay == .milliseconds(500))
    bench.feed(.read(read, .value(CartAnswer(quantity: 9))))
    #expect(bench.shown == 2)
    #expect(bench.state.isInDoubt)
  }

  @Test func pushesWithinReadsEndTheDoubt() {
    var bench = doubtful()
    var reads = 1
    for quantity in 10..<60 {
      bench.feed(.report(CartAnswer(quantity: quantity), .push))
      #expect(bench.shown == quantity)
      bench.read(CartAnswer(quantity: 5))
      reads += bench.effects.filter { $0 == .read }.count
    }
    #expect(reads == 1)
    #expect(bench.state.isIdle)
    #expect(!bench.state.isInDoubt)
  }

  /// A push that was sent before the like arrives after its outcome could not be read.
  @Test func lateVersionedPushEndsNoDoubt() {
    var policy = OptimisticPolicy()
    policy.retryDelays = []
    var bench = Bench<LikeIntent>(policy)
    bench.feed(.report(LikeAnswer(isLiked: false, count: 10, version: 4), .push))
    bench.tap(LikeIntent(isLiked: true))
    bench.fail(.unknownOutcome)
    bench.read(nil)
    #expect(bench.state.isInDoubt)
    bench.feed(.report(LikeAnswer(isLiked: false, count: 10, version: 4), .push))
    #expect(bench.shown == "♡10")
    #expect(bench.state.isInDoubt)
    bench.feed(.report(LikeAnswer(isLiked: true, count: 11, version: 5), .push))
    bench.read(LikeAnswer(isLiked: true, count: 11, version: 5))
    #expect(bench.shown == "♥11")
    #expect(!bench.state.isInDoubt)
  }

  /// A push of the count alone does not report whether the item is liked.
  @Test func partialPushesPostponeAReadBoundedly() {
    var bench = Bench<LikeIntent>()
    bench.feed(.refresh)
    var reads = 1
    for count in 20..<40 {
      bench.feed(.report(LikeAnswer(count: count), .push))
      bench.read(LikeAnswer(isLiked: true, count: 15))
      bench.endWait()
      reads += bench.effects.filter { $0 == .read }.count
    }
    #expect(reads == 4)
    #expect(bench.shown == "♥39")
    #expect(bench.state.isIdle)
    #expect(!bench.state.isInDoubt)
  }

  @Test func readFromBeforeALostAdditionIsNotItsReadBack() {
    var bench = Bench<QuantityIntent>(1)
    bench.feed(.refresh)
    let tap = bench.tap(.add(1))
    bench.fail(.unknownOutcome)
    bench.read(CartAnswer(quantity: 1))
    #expect(bench.resolutions[tap] == nil)
    #expect(bench.effects.contains(.read))
    bench.read(CartAnswer(quantity: 2))
    #expect(bench.shown == 2)
    #expect(bench.state.isIdle)
    #expect(!bench.state.isInDoubt)
  }

  @Test func agreeingReadFromBeforeTheDoubtIsRepeated() {
    var bench = Bench<QuantityIntent>(4)
    bench.feed(.refresh)
    let read = bench.state.readBegan!
    bench.tap(.set(5))
    bench.tap(.set(4))
    bench.feed(.report(CartAnswer(quantity: 6), .push))
    bench.reply(CartAnswer(quantity: 5))
    bench.feed(.report(CartAnswer(quantity: 2), .push))
    bench.reply(CartAnswer(quantity: 4))
    bench.feed(.read(read, .value(CartAnswer(quantity: 4))))
    bench.endWait()
    bench.read(CartAnswer(quantity: 2))
    #expect(bench.shown == 2)
    #expect(!bench.state.isInDoubt)
  }

  @Test func completeReplyEndsAnEarlierDoubt() {
    var policy = OptimisticPolicy()
    policy.retryDelays = []
    var bench = doubtful(policy)
    bench.read(nil)
    #expect(bench.state.isInDoubt)
    bench.tap(.add(1))
    bench.reply(CartAnswer(quantity: 6))
    #expect(bench.shown == 6)
    #expect(!bench.state.isInDoubt)
    #expect(!bench.effects.contains(.read))
  }

  @Test func failedReadBackLeavesADoubt() {
    var policy = OptimisticPolicy()
    policy.retryDelays = []
    var bench = Bench<QuantityIntent>(1, policy)
    let tap = bench.tap(.add(1))
    bench.fail(.unknownOutcome)
    bench.read(nil)
    #expect(bench.resolutions[tap] == .uncertain(.unknownOutcome))
    #expect(bench.state.isInDoubt)
    #expect(bench.state.isIdle)
  }

  @Test func partialPushKeepsAReadBackFresh() {
    var policy = OptimisticPolicy()
    policy.retryDelays = []
    var bench = Bench<LikeIntent>(LikeValue(isLiked: false, count: 10), policy)
    let tap = bench.tapHeart()
    bench.fail(.unknownOutcome)
    bench.feed(.report(LikeAnswer(count: 15), .push))
    #expect(bench.shown == "♥11")
    bench.read(LikeAnswer(isLiked: true, count: 15))
    #expect(bench.resolutions[tap] == .applied)
    #expect(bench.shown == "♥15")
  }

  @Test func aRequestWithoutAReplyTimesOut() {
    var bench = Bench<LikeIntent>()
    let tap = bench.tapHeart()
    bench.feed(.ended(Wait(.timeout, since: tap)))
    #expect(bench.shown == "♥11")
    #expect(bench.state.isUncertain)
    bench.endWait()
    #expect(bench.effects.contains { if case .send(_, tap, 2, _) = $0 { true } else { false } })
    bench.feed(.reply(tap, .success(LikeAnswer(isLiked: false, count: 99))))
    #expect(bench.shown == "♥11")
    bench.reply(LikeAnswer(isLiked: true, count: 11))
    #expect(bench.resolutions[tap] == .applied)
  }

  @Test func unansweredAdditionIsReadBackAndNotResent() {
    var bench = Bench<QuantityIntent>(1)
    let tap = bench.tap(.add(1))
    bench.feed(.ended(Wait(.timeout, since: tap)))
    #expect(bench.effects.contains(.read))
    let read = bench.state.readBegan!
    bench.feed(.ended(Wait(.timeout, since: read)))
    #expect(bench.delay == .milliseconds(500))
    bench.endWait()
    bench.read(CartAnswer(quantity: 2))
    #expect(bench.shown == 2)
    #expect(bench.sent.count == 1)
    #expect(bench.state.isIdle)
  }

  @Test func doubtWaitsBetweenItsReads() {
    var bench = Bench<QuantityIntent>(3)
    let refresh = bench.feed(.refresh)
    #expect(bench.state.waitingSince == nil, "its read is pending")
    bench.read(nil)
    #expect(bench.state.waitingSince == refresh)
    bench.endWait()
    #expect(bench.state.waitingSince == nil)
  }
}

extension RefreshTests {
  /// The like was applied, but neither its reply nor a read arrived.
  @Test func queuedIntentWithAPossibleEffectIsSent() {
    var policy = OptimisticPolicy()
    policy.retryDelays = []
    var bench = Bench<LikeIntent>(policy)
    _ = bench.tapHeart()
    let unlike = bench.tapHeart()
    bench.fail(.unknownOutcome)
    bench.read(nil)
    #expect(bench.sent.map(\.isLiked) == [true, false])
    bench.reply(LikeAnswer(isLiked: false, count: 10))
    #expect(bench.resolutions[unlike] == .applied)
    #expect(bench.shown == "♡10")
  }
}

extension RefreshTests {
  @Test func unconfirmedIntentIsHeldOffline() {
    var policy = OptimisticPolicy()
    policy.retryDelays = []
    policy.offline = .hold(.seconds(60))
    var bench = Bench<LikeIntent>(policy)
    _ = bench.tapHeart()
    let unlike = bench.tapHeart()
    bench.fail(.unknownOutcome)
    bench.read(nil)
    bench.fail(.offline)
    #expect(bench.state.isWaiting)
    #expect(bench.sent.count == 2)
    bench.endWait()
    #expect(bench.resolutions[unlike] == .failed(.offline))
    #expect(bench.sent.count == 2)
  }

  @Test func anIntentForTheValueInDoubtIsSent() {
    var bench = Bench<LikeIntent>(LikeValue(isLiked: false, count: 10))
    let read = bench.feed(.refresh)
    bench.feed(.read(read, .unavailable))
    let tap = bench.tap(LikeIntent(isLiked: false))
    #expect(bench.sent == [LikeIntent(isLiked: false)])
    bench.reply(LikeAnswer(isLiked: false, count: 10))
    #expect(bench.resolutions == [tap: .applied])
    #expect(!bench.state.isInDoubt)
  }

  @Test func partialReadEndsTheDoubt() {
    var bench = Bench<LikeIntent>()
    bench.feed(.refresh)
    bench.read(LikeAnswer(count: 15))
    #expect(bench.shown == "♡15")
    #expect(bench.effects.isEmpty)
    #expect(!bench.state.isInDoubt)
  }

  @Test func deferredReportIsReadBackAfterAnUnknownOutcome() {
    var policy = OptimisticPolicy()
    policy.retryDelays = []
    var bench = Bench<QuantityIntent>(3, policy)
    bench.tap(.add(1))
    bench.feed(.report(CartAnswer(quantity: 9), .push))
    bench.fail(.unknownOutcome)
    bench.read(nil)
    #expect(bench.shown == 3)
    #expect(bench.effects.contains(.read))
  }

}
