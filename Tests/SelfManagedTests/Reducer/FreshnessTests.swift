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

  // MARK: Pushes during an addition

  @Test("a push during an addition is adopted if its version is newer than the reply's")
  func newerPushIsAdoptedAfterTheReply() {
    for (version, quantity) in [(8, 9), (6, 4)] {
      var bench = Bench<QuantityIntent>(3)
      bench.tap(.add(1))
      bench.feed(.report(CartAnswer(quantity: 9, version: version), .push))
      #expect(bench.shown == 4)
      bench.reply(CartAnswer(quantity: 4, version: 7))
      #expect(bench.shown == quantity)
      bench.settleReads(CartAnswer(quantity: quantity, version: max(7, version)))
      #expect(bench.shown == quantity)
      #expect(bench.state.isIdle && !bench.state.isInDoubt)
    }
  }

  @Test(
    "of two pushes during an addition, the newer one is adopted",
    arguments: [(9, 2, 5, 9), (9, 8, 9, 8)])
  func newerOfTwoPushesIsAdopted(first: Int, second: Int, secondVersion: Int, shown: Int) {
    var bench = Bench<QuantityIntent>(3)
    bench.tap(.add(1))
    bench.feed(.report(CartAnswer(quantity: first, version: 9), .push))
    bench.feed(.report(CartAnswer(quantity: second, version: secondVersion), .push))
    #expect(bench.shown == 4)
    bench.reply(CartAnswer(quantity: 4, version: 4))
    #expect(bench.shown == shown)
  }

  @Test("without versions, a push during an addition can't be ordered, so the value is read")
  func unversionedPushDuringAnAdditionIsReadBack() {
    var bench = Bench<QuantityIntent>(3)
    bench.tap(.add(1))
    bench.feed(.report(CartAnswer(quantity: 9), .push))
    bench.tap(.add(1))
    bench.reply(CartAnswer(quantity: 4))
    #expect(!bench.effects.contains(.read))
    #expect(bench.shown == 5)
    bench.reply(CartAnswer())
    #expect(bench.effects.contains(.read))
    bench.read(CartAnswer(quantity: 11))
    #expect(bench.shown == 11)
    #expect(bench.state.isIdle && !bench.state.isInDoubt)
  }

  @Test("two pushes during an addition may each report a part, so the value is read")
  func partialPushesAreReadBack() {
    var bench = Bench<QuantityIntent>(3)
    bench.tap(.add(1))
    bench.feed(.report(CartAnswer(quantity: 9), .push))
    bench.feed(.report(CartAnswer(limits: QuantityLimits(maximum: 20)), .push))
    bench.fail(.rejected)
    #expect(bench.effects.contains(.read))
  }

  @Test("a refused addition changed nothing, so a push during it is adopted")
  func pushDuringARefusedAdditionIsAdopted() {
    var bench = Bench<QuantityIntent>(3)
    bench.tap(.add(1))
    bench.feed(.report(CartAnswer(quantity: 9), .push))
    bench.fail(.rejected)
    #expect(bench.shown == 9)
    #expect(bench.state.isIdle)
  }

  @Test(
    "a push during an addition that the server did not perform is adopted",
    arguments: [ServiceError.offline, .busy(after: .seconds(1))])
  func pushDuringAnAdditionThatDidNothingIsAdopted(error: ServiceError) {
    var policy = OptimisticPolicy()
    policy.offline = .hold(.seconds(60))
    var bench = Bench<QuantityIntent>(3, policy)
    bench.tap(.add(1))
    bench.feed(.report(CartAnswer(quantity: 9), .push))
    #expect(bench.shown == 4)
    bench.fail(error)
    #expect(bench.shown == 10)
    bench.feed(.report(CartAnswer(quantity: 12), .push))
    #expect(bench.shown == 13)
    bench.end(.busy)
    bench.feed(.flush)
    bench.fail(.rejected)
    #expect(bench.shown == 12)
  }

  /// A read began before a push that arrived during an addition, which a busy server then refused.
  @Test func readOlderThanAPushIsRepeated() {
    var bench = Bench<QuantityIntent>(3)
    bench.feed(.refresh)
    bench.tap(.add(1))
    bench.feed(.report(CartAnswer(quantity: 7), .push))
    bench.fail(.busy(after: .seconds(5)))
    #expect(bench.shown == 8)
    bench.read(CartAnswer(quantity: 3))
    #expect(bench.shown == 8)
    bench.end(.busy)
    bench.reply(CartAnswer(quantity: 8))
    #expect(bench.shownAdjustments.isEmpty)
    #expect(bench.shown == 8)
  }

  /// Each of the two may have reported only a part of the value.
  @Test(arguments: [nil, 9])
  func pushAndAnOlderReadAreReadBack(version: Int?) {
    var bench = Bench<QuantityIntent>(3)
    let began = bench.feed(.flush)
    bench.tap(.add(1))
    bench.feed(.report(CartAnswer(quantity: 6, version: version), .push))
    bench.feed(.report(CartAnswer(quantity: 3), .read(began)))
    bench.fail(.rejected)
    #expect(bench.state.isInDoubt)
    bench.read(nil)
    #expect(bench.state.isInDoubt)
    bench.settleReads(CartAnswer(quantity: 6, version: version))
    #expect(bench.shown == 6)
    #expect(!bench.state.isInDoubt)
  }

  @Test func laterReadReplacesAPush() {
    var bench = Bench<QuantityIntent>(3)
    bench.tap(.add(1))
    bench.feed(.report(CartAnswer(quantity: 6), .push))
    let began = bench.feed(.flush)
    bench.feed(.report(CartAnswer(quantity: 7), .read(began)))
    bench.fail(.rejected)
    #expect(bench.shown == 7)
  }

  // MARK: Pushes during an absolute intent

  @Test("a push during a set and a reply without a version can't be ordered, so the value is read")
  func pushDuringASetIsReadBack() {
    var bench = Bench<QuantityIntent>(3)
    bench.tap(.set(5))
    bench.feed(.report(CartAnswer(quantity: 9), .push))
    bench.reply(CartAnswer())
    #expect(bench.effects.contains(.read))
  }

  @Test("a read-back is older than a push that arrived meanwhile, and is repeated")
  func readBackOlderThanAPushIsIgnored() {
    var policy = OptimisticPolicy()
    policy.retryDelays = []
    var bench = Bench<LikeIntent>(policy)
    let tap = bench.tapHeart()
    bench.fail(.unknownOutcome)
    bench.feed(.report(LikeAnswer(isLiked: true, count: 16), .push))
    bench.read(LikeAnswer(isLiked: true, count: 11))
    #expect(bench.shown == "♥16")
    bench.end(.retry)
    #expect(bench.effects.contains(.read))
    bench.read(LikeAnswer(isLiked: true, count: 16))
    #expect(bench.resolutions == [tap: .applied])
    #expect(bench.shown == "♥16")
  }

  // MARK: Reads and versions

  @Test("a read that began before a request settled is ignored")
  func readFromBeforeTheReplyIsIgnored() {
    var bench = Bench<LikeIntent>()
    let began = bench.feed(.flush)
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

  @Test func secondAnswerToOneReadIsFresh() {
    var bench = Bench<QuantityIntent>(1)
    let began = bench.feed(.flush)
    bench.feed(.report(CartAnswer(quantity: 7), .read(began)))
    bench.feed(.report(CartAnswer(quantity: 8), .read(began)))
    #expect(bench.shown == 8)
  }

  @Test("a version lower than the known one is ignored, whenever it arrives")
  func lowerVersionsAreIgnored() {
    var bench = Bench<QuantityIntent>(1)
    bench.feed(.report(CartAnswer(quantity: 7, version: 4), .push))
    bench.feed(.report(CartAnswer(quantity: 5, version: 3), .push))
    #expect(bench.shown == 7)
  }

  @Test("a refresh waits until nothing is pending, and a stale answer is asked for again")
  func lateRefreshIsRepeated() {
    var bench = Bench<QuantityIntent>(1)
    bench.feed(.refresh)
    #expect(bench.effects == [.read])
    bench.tap(.add(1))
    bench.reply(CartAnswer())
    bench.read(CartAnswer(quantity: 1))
    #expect(bench.shown == 2)
    #expect(bench.delay == .milliseconds(500))
    bench.endWait()
    #expect(bench.effects == [.read])
    bench.read(CartAnswer(quantity: 2))
    #expect(bench.state.isIdle && !bench.state.isInDoubt)
  }

  /// The server lost its versions.
  @Test func fourthStaleAnswerIsBelieved() {
    var bench = Bench<QuantityIntent>(1)
    bench.feed(.report(CartAnswer(quantity: 3, version: 6), .push))
    bench.feed(.refresh)
    for delay in bench.policy.retryDelays {
      bench.read(CartAnswer(quantity: 2, version: 1))
      #expect(bench.shown == 3)
      #expect(bench.delay == delay)
      bench.endWait()
    }
    bench.read(CartAnswer(quantity: 2, version: 1))
    #expect(bench.shown == 2)
    #expect(bench.state.version == 1)
    #expect(bench.state.isIdle && !bench.state.isInDoubt)
  }

  @Test("after a reply without a version, a push with the version before it does not undo the tap")
  func pushWithTheVersionBeforeATapIsStale() {
    var bench = Bench<QuantityIntent>(1)
    bench.feed(.report(CartAnswer(quantity: 1, version: 4), .push))
    bench.tap(.add(1))
    bench.reply(CartAnswer())
    bench.feed(.report(CartAnswer(quantity: 1, version: 4), .push))
    #expect(bench.shown == 2)
    bench.settleReads(CartAnswer(quantity: 2, version: 5))
    #expect(bench.shown == 2)
    #expect(bench.state.version == 5)
    #expect(!bench.state.isInDoubt)
  }

  @Test("a reply with a lower version causes a read")
  func replyWithAnOlderVersionIsReadBack() {
    var bench = Bench<QuantityIntent>(3)
    bench.feed(.report(CartAnswer(quantity: 3, version: 7), .push))
    bench.tap(.set(1))
    bench.reply(CartAnswer(quantity: 1, version: 1))
    #expect(bench.effects.contains(.read))
  }

  @Test func datedListWithTheKnownVersionEndsADoubt() {
    var bench = Bench<QuantityIntent>(3)
    bench.feed(.report(CartAnswer(quantity: 3, version: 2), .push))
    let refresh = bench.feed(.refresh)
    #expect(bench.state.isInDoubt)
    bench.feed(.report(CartAnswer(quantity: 3, version: 2), .read(refresh)))
    #expect(!bench.state.isInDoubt)
  }

  /// A push ended the doubt while the last repetition of a read was pending.
  @Test func nextDoubtHasAllItsRepetitions() {
    var bench = Bench<QuantityIntent>(3)
    bench.feed(.refresh)
    for _ in bench.policy.retryDelays {
      bench.read(nil)
      bench.endWait()
    }
    bench.feed(.report(CartAnswer(quantity: 7), .push))
    bench.read(nil)
    bench.feed(.refresh)
    bench.read(nil)
    #expect(bench.delay == bench.policy.retryDelays.first)
  }
}
