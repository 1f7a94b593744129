import Components
import SelfManaged
import Testing

/// The rules by which pushes, reads and list data are adopted.
struct FreshnessTests {
  private func time(_ number: UInt64) -> LogicalTime { LogicalTime(rawValue: number) }

  @Test("an idle value adopts a report, without animation")
  func idleAdopts() {
    var bench = Bench<QuantityIntent>(3)
    bench.feed(.report(CartAnswer(quantity: 7), .push))
    #expect(bench.shown == 7)
    #expect(bench.cause == .external)
  }

  @Test("a push during a like is adopted, and the like is rebased on it")
  func absoluteIsRebased() {
    var bench = Bench<LikeIntent>()
    _ = bench.tapHeart()
    bench.feed(.report(LikeAnswer(isLiked: true, count: 11), .push))
    #expect(bench.shown == "♥11")
    bench.feed(.report(LikeAnswer(isLiked: false, count: 15), .push))
    #expect(bench.shown == "♥16")
  }

  @Test("a push during an addition is deferred, and adopted if it is newer than the reply")
  func newerDeferredReportIsAdopted() {
    var bench = Bench<QuantityIntent>(3)
    bench.tap(.add(1))
    bench.feed(.report(CartAnswer(quantity: 9, version: 8), .push))
    #expect(bench.shown == 4)
    bench.reply(CartAnswer(quantity: 4, version: 7))
    #expect(bench.shown == 9)
    #expect(bench.state.isIdle)
  }

  @Test("a deferred push that is older than the reply is dropped")
  func olderDeferredReportIsDropped() {
    var bench = Bench<QuantityIntent>(3)
    bench.tap(.add(1))
    bench.feed(.report(CartAnswer(quantity: 9, version: 6), .push))
    bench.reply(CartAnswer(quantity: 4, version: 7))
    #expect(bench.shown == 4)
    #expect(bench.state.isIdle)
  }

  @Test("without versions, a deferred push can't be ordered, so the value is read afterward")
  func unversionedDeferredReportIsReadBack() {
    var bench = Bench<QuantityIntent>(3)
    bench.tap(.add(1))
    bench.feed(.report(CartAnswer(quantity: 9), .push))
    bench.tap(.add(1))
    bench.reply(CartAnswer(quantity: 4))
    #expect(!bench.effects.contains(.read))
    bench.reply(CartAnswer())
    #expect(bench.effects.contains(.read))
    bench.feed(.read(time(5), .value(CartAnswer(quantity: 11))))
    #expect(bench.shown == 11)
    #expect(bench.state.isIdle)
  }

  @Test func laterReplyIsNewerThanADeferredPush() {
    var bench = Bench<QuantityIntent>(3)
    bench.tap(.add(1))
    bench.feed(.report(CartAnswer(quantity: 9), .push))
    bench.tap(.add(1))
    bench.reply(CartAnswer(quantity: 4))
    bench.reply(CartAnswer(quantity: 5))
    #expect(!bench.effects.contains(.read))
    #expect(!bench.state.isInDoubt)
    #expect(bench.shown == 5)
  }

  @Test("a refused addition changed nothing, so the deferred push is adopted")
  func deferredReportIsAdoptedAfterARejection() {
    var bench = Bench<QuantityIntent>(3)
    bench.tap(.add(1))
    bench.feed(.report(CartAnswer(quantity: 9), .push))
    bench.fail(.rejected)
    #expect(bench.shown == 9)
    #expect(bench.state.isIdle)
  }

  @Test("of two deferred pushes the newer one is kept")
  func newerOfTwoDeferredReportsIsAdopted() {
    var bench = Bench<QuantityIntent>(3)
    bench.tap(.add(1))
    bench.feed(.report(CartAnswer(quantity: 9, version: 9), .push))
    bench.feed(.report(CartAnswer(quantity: 2, version: 5), .push))
    bench.reply(CartAnswer(quantity: 4, version: 4))
    #expect(bench.shown == 9)
  }

  @Test("a read that began before a request settled is ignored")
  func readFromBeforeTheReplyIsIgnored() {
    var bench = Bench<LikeIntent>()
    let began = time(1)
    bench.feed(.flush)
    _ = bench.tapHeart()
    bench.reply(LikeAnswer())
    bench.feed(.report(LikeAnswer(isLiked: false, count: 10), .read(began)))
    #expect(bench.shown == "♥11")
  }

  @Test("a read that began before the last adopted read is ignored")
  func readFromBeforeTheAdoptedOneIsIgnored() {
    var bench = Bench<QuantityIntent>(1)
    for _ in 1...5 { bench.feed(.flush) }
    bench.feed(.report(CartAnswer(quantity: 7), .read(time(4))))
    bench.feed(.report(CartAnswer(quantity: 5), .read(time(3))))
    #expect(bench.shown == 7)
  }

  @Test("a version lower than the known one is ignored, whenever it arrives")
  func lowerVersionsAreIgnored() {
    var bench = Bench<QuantityIntent>(1)
    bench.feed(.report(CartAnswer(quantity: 7, version: 4), .push))
    bench.feed(.report(CartAnswer(quantity: 5, version: 3), .push))
    #expect(bench.shown == 7)
  }

  @Test(
    "a refresh waits until nothing is pending, and a stale answer is read again")
  func lateRefreshIsRepeated() {
    var bench = Bench<QuantityIntent>(1)
    let first = bench.feed(.refresh)
    #expect(bench.effects == [.read])
    bench.tap(.add(1))
    bench.reply(CartAnswer())
    let late = bench.feed(.read(first, .value(CartAnswer(quantity: 1))))
    #expect(bench.shown == 2)
    #expect(bench.effects == [.read])
    bench.feed(.read(late, .value(CartAnswer(quantity: 2))))
    #expect(bench.state.isIdle)
  }

  @Test("after an answer without a version, data with a lower version is still stale")
  func lastReportedVersionMarksOlderData() {
    var bench = Bench<QuantityIntent>(1)
    bench.feed(.report(CartAnswer(quantity: 1, version: 4), .push))
    bench.tap(.add(1))
    bench.reply(CartAnswer())
    bench.feed(.report(CartAnswer(quantity: 1, version: 4), .push))
    #expect(bench.shown == 2)
    bench.tap(.set(5))
    #expect(bench.effects.contains(.send(.set(5), key: time(5), attempt: 1, version: nil)))
    bench.feed(.report(CartAnswer(quantity: 3, version: 6), .push))
    #expect(bench.state.confirmed.quantity == 3)
  }

  @Test("a read with a lower version is repeated once, and then adopted")
  func restartedVersionIsReadTwiceThenAdopted() {
    var bench = Bench<QuantityIntent>(1)
    bench.feed(.report(CartAnswer(quantity: 3, version: 6), .push))
    let first = bench.feed(.refresh)
    let second = bench.feed(.read(first, .value(CartAnswer(quantity: 2, version: 1))))
    #expect(bench.effects == [.read])
    #expect(bench.shown == 3)
    bench.feed(.read(second, .value(CartAnswer(quantity: 2, version: 1))))
    #expect(bench.effects.isEmpty)
    #expect(bench.shown == 2)
    #expect(bench.state.isIdle)
  }

  /// The count was pushed after the second read began, so that read says nothing about a restart.
  @Test func secondReadFromBeforeAPushIsNoRestartOfTheVersions() {
    var bench = Bench<LikeIntent>()
    bench.feed(.report(LikeAnswer(isLiked: false, count: 10, version: 9), .push))
    bench.feed(.refresh)
    bench.read(LikeAnswer(isLiked: true, count: 5, version: 2))
    #expect(bench.effects == [.read])
    bench.feed(.report(LikeAnswer(count: 12), .push))
    bench.read(LikeAnswer(isLiked: true, count: 5, version: 2))
    #expect(bench.effects == [.read])
    #expect(bench.shown == "♡12")
  }

  @Test("a repeated read that began before a change is stale, whatever its version")
  func secondOpinionFromBeforeAChangeIsStale() {
    var bench = Bench<QuantityIntent>(1)
    bench.feed(.report(CartAnswer(quantity: 3, version: 6), .push))
    let first = bench.feed(.refresh)
    let second = bench.feed(.read(first, .value(CartAnswer(quantity: 2, version: 1))))
    bench.tap(.set(5))
    bench.reply(CartAnswer())
    bench.feed(.read(second, .value(CartAnswer(quantity: 2, version: 1))))
    #expect(bench.shown == 5)
    #expect(bench.effects == [.read])
  }

  @Test("a repeated read does not prove a restart of the versions while a change is in flight")
  func secondOpinionDuringAChangeIsNotAdopted() {
    var bench = Bench<QuantityIntent>(1)
    bench.feed(.report(CartAnswer(quantity: 3, version: 6), .push))
    let first = bench.feed(.refresh)
    let second = bench.feed(.read(first, .value(CartAnswer(quantity: 2, version: 1))))
    bench.tap(.set(5))
    bench.feed(.read(second, .value(CartAnswer(quantity: 2, version: 1))))
    #expect(bench.state.confirmed.quantity == 3)
    #expect(bench.shown == 5)
  }

  @Test("a reply with a lower version causes a read")
  func replyWithAnOlderVersionIsReadBack() {
    var bench = Bench<QuantityIntent>(3)
    bench.feed(.report(CartAnswer(quantity: 3, version: 7), .push))
    bench.tap(.set(1))
    bench.reply(CartAnswer(quantity: 1, version: 1))
    #expect(bench.effects.contains(.read))
  }

  @Test("a deferred push is adopted if the addition was never sent")
  func deferredReportIsAdoptedWhenHeldOffline() {
    var policy = OptimisticPolicy()
    policy.offline = .hold(.seconds(60))
    var bench = Bench<QuantityIntent>(3, policy)
    bench.tap(.add(1))
    bench.feed(.report(CartAnswer(quantity: 9), .push))
    bench.fail(.offline)
    #expect(bench.shown == 10)
    bench.feed(.report(CartAnswer(quantity: 12), .push))
    bench.feed(.flush)
    bench.fail(.rejected)
    #expect(bench.shown == 12)
  }

  @Test("a read-back is older than a push that arrived meanwhile")
  func readBackOlderThanAPushIsIgnored() {
    var policy = OptimisticPolicy()
    policy.retryDelays = []
    var bench = Bench<LikeIntent>(policy)
    _ = bench.tapHeart()
    bench.fail(.unknownOutcome)
    bench.feed(.report(LikeAnswer(isLiked: true, count: 16), .push))
    bench.read(LikeAnswer(isLiked: true, count: 11))
    #expect(bench.shown == "♥16")
    #expect(bench.effects.contains(.read))
  }

  @Test("two deferred pushes may each report a part, so the value is read")
  func partialDeferredReportsAreReadBack() {
    var bench = Bench<QuantityIntent>(3)
    bench.tap(.add(1))
    bench.feed(.report(CartAnswer(quantity: 9), .push))
    bench.feed(.report(CartAnswer(limits: QuantityLimits(maximum: 20)), .push))
    bench.fail(.rejected)
    #expect(bench.effects.contains(.read))
  }

  @Test func pushDuringARequestThatWasNotSentIsAdopted() {
    var bench = Bench<QuantityIntent>(1)
    bench.tap(.add(1))
    bench.feed(.report(CartAnswer(quantity: 5), .push))
    #expect(bench.shown == 2)
    bench.pause(.seconds(1))
    #expect(bench.shown == 6)
  }

  @Test("a push during a set and a reply without a version can't be ordered, so the value is read")
  func pushDuringASetIsReadBack() {
    var bench = Bench<QuantityIntent>(3)
    bench.tap(.set(5))
    bench.feed(.report(CartAnswer(quantity: 9), .push))
    bench.reply(CartAnswer())
    #expect(bench.effects.contains(.read))
  }

  @Test func secondAnswerToOneReadIsFresh() {
    var bench = Bench<QuantityIntent>(1)
    let began = bench.feed(.flush)
    bench.feed(.report(CartAnswer(quantity: 7), .read(began)))
    bench.feed(.report(CartAnswer(quantity: 8), .read(began)))
    #expect(bench.shown == 8)
  }

  @Test func laterDeferredReportOfAVersionIsAdopted() {
    var bench = Bench<QuantityIntent>(3)
    bench.tap(.add(1))
    bench.feed(.report(CartAnswer(quantity: 9, version: 9), .push))
    bench.feed(.report(CartAnswer(quantity: 8, version: 9), .push))
    bench.reply(CartAnswer(quantity: 4, version: 4))
    #expect(bench.shown == 8)
  }

  /// A read began before a push that arrived during an addition, which a busy server then refused.
  @Test func readOlderThanADeferredPushIsRepeated() {
    var bench = Bench<QuantityIntent>(3)
    bench.feed(.report(CartAnswer(quantity: 3), .push))
    bench.feed(.refresh)
    bench.tap(.add(1))
    bench.feed(.report(CartAnswer(quantity: 7), .push))
    bench.fail(.busy(after: .seconds(5)))
    #expect(bench.shown == 8)
    bench.read(CartAnswer(quantity: 3))
    #expect(bench.shown == 8)
    bench.timer()
    bench.reply(CartAnswer(quantity: 8))
    #expect(bench.shownAdjustments.isEmpty)
    #expect(bench.shown == 8)
  }

  /// A push ended the doubt while the last repetition of a read was pending.
  @Test func nextDoubtHasAllItsRepetitions() {
    var bench = Bench<QuantityIntent>(3)
    bench.feed(.refresh)
    for _ in bench.state.policy.retryDelays {
      bench.read(nil)
      bench.timer()
    }
    bench.feed(.report(CartAnswer(quantity: 7), .push))
    bench.read(nil)
    bench.feed(.refresh)
    bench.read(nil)
    #expect(bench.delay == bench.state.policy.retryDelays.first)
  }

  @Test func datedListWithTheKnownVersionEndsADoubt() {
    var bench = Bench<QuantityIntent>(3)
    bench.feed(.report(CartAnswer(quantity: 3, version: 2), .push))
    let refresh = bench.feed(.refresh)
    #expect(bench.state.isInDoubt)
    bench.feed(.report(CartAnswer(quantity: 3, version: 2), .read(refresh)))
    #expect(!bench.state.isInDoubt)
  }

  /// The reports are deferred during an addition, and the request is refused.
  @Test(arguments: [nil, 9])
  func olderReadDoesNotReplaceADeferredPush(version: Int?) {
    var policy = OptimisticPolicy()
    policy.retryDelays = []
    var bench = Bench<QuantityIntent>(3, policy)
    let began = bench.feed(.flush)
    bench.tap(.add(1))
    bench.feed(.report(CartAnswer(quantity: 6, version: version), .push))
    bench.feed(.report(CartAnswer(quantity: 3), .read(began)))
    bench.fail(.rejected)
    #expect(bench.shown == 6)
    bench.read(nil)
    #expect(bench.shown == 6)
    #expect(bench.state.isInDoubt, "each report may have had only a part of the value")
  }

  @Test func laterReadReplacesADeferredPush() {
    var bench = Bench<QuantityIntent>(3)
    bench.tap(.add(1))
    bench.feed(.report(CartAnswer(quantity: 6), .push))
    let began = bench.feed(.flush)
    bench.feed(.report(CartAnswer(quantity: 7), .read(began)))
    bench.fail(.rejected)
    #expect(bench.shown == 7)
  }
}
