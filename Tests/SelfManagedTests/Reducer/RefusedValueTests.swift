import SelfManaged
import Testing

/// The values that refusals, conflicts and overtaken replies carry.
struct RefusedValueTests {
  /// A set states the whole quantity, so that the server can't have applied a part of it.
  @Test func setAboveALimitFailsWithoutARead() {
    var bench = Bench<QuantityIntent>(3)
    let tap = bench.tap(.set(8))
    bench.fail(.limit(5))
    #expect(bench.resolutions[tap] == .failed(.limit(5)))
    #expect(bench.shown == 3)
    #expect(!bench.effects.contains(.read))
  }

  @Test func valueOlderThanAPushIsIgnored() {
    var bench = Bench<QuantityIntent>(3)
    bench.feed(.report(CartAnswer(quantity: 3, version: 5), .push))
    bench.tap(.set(9))
    bench.feed(.report(CartAnswer(quantity: 7, version: 8), .push))
    bench.fail(.rejected("No", answer: CartAnswer(quantity: 3, version: 6)))
    #expect(bench.shown == 7)
    bench.settleReads(CartAnswer(quantity: 7, version: 8))
    #expect(bench.shown == 7)
    #expect(!bench.state.isInDoubt)
  }

  /// Without a version it can't be ordered against a push that arrived during the request.
  @Test(arguments: [nil, 2])
  func unversionedRejectionAfterAPushIsRead(version: Int?) {
    var bench = Bench<QuantityIntent>(3)
    bench.tap(.set(9))
    bench.feed(.report(CartAnswer(quantity: 7, version: version), .push))
    bench.fail(.rejected("No", answer: CartAnswer(quantity: 3)))
    #expect(bench.effects.contains(.read))
    bench.read(CartAnswer(quantity: 7, version: version))
    #expect(bench.shown == 7)
    #expect(!bench.state.isInDoubt)
  }

  @Test func unversionedConflictAfterAPushIsRead() {
    var bench = Bench<LikeIntent>()
    let tap = bench.tapHeart()
    bench.feed(.report(LikeAnswer(isLiked: false, count: 15), .push))
    bench.fail(.conflict(answer: LikeAnswer(isLiked: false, count: 10)))
    #expect(bench.effects.contains(.read))
    bench.read(LikeAnswer(isLiked: false, count: 15))
    #expect(bench.shown == "♥16")
    bench.reply(LikeAnswer())
    #expect(bench.shown == "♥16")
    #expect(bench.resolutions == [tap: .applied])
  }

  @Test func unversionedRejectionWithoutAPushIsNotRead() {
    var bench = Bench<QuantityIntent>(3)
    bench.feed(.report(CartAnswer(quantity: 3), .push))
    bench.tap(.set(9))
    bench.fail(.rejected("No", answer: CartAnswer(quantity: 2)))
    #expect(bench.shown == 2)
    #expect(bench.state.isIdle)
    #expect(!bench.state.isInDoubt)
  }

  /// The server has another value than the last known one, whatever it is.
  @Test(arguments: [nil, CartAnswer(quantity: 3, version: 5)])
  func lastConflictIsRead(answer: CartAnswer?) {
    var policy = OptimisticPolicy()
    policy.maximumConflictRetries = 0
    var bench = Bench<QuantityIntent>(3, policy)
    bench.feed(.report(CartAnswer(quantity: 3, version: 5), .push))
    let tap = bench.tap(.add(1))
    let conflict = answer.map { ServiceError.conflict(answer: $0) } ?? .conflict
    bench.fail(conflict)
    #expect(bench.resolutions[tap] == .failed(conflict))
    #expect(bench.effects.contains(.read))
  }

  @Test func conflictWithAVersionAloneIsReadAndRebased() {
    var bench = Bench<QuantityIntent>(3)
    bench.feed(.report(CartAnswer(quantity: 3, version: 5), .push))
    bench.tap(.add(1))
    bench.fail(.conflict(answer: CartAnswer(version: 6)))
    #expect(bench.shown == 4)
    #expect(bench.effects.contains(.read))
    bench.read(CartAnswer(quantity: 7, version: 6))
    #expect(bench.sent == [.add(1), .add(1)])
    bench.reply(CartAnswer(quantity: 8, version: 7))
    #expect(bench.shown == 8)
    #expect(bench.state.isIdle && !bench.state.isInDoubt)
  }

  @Test func clampInAReplyOlderThanAPushIsReported() {
    var bench = Bench<QuantityIntent>(1)
    bench.feed(.report(CartAnswer(quantity: 1, version: 5), .push))
    bench.tap(.set(100))
    bench.feed(.report(CartAnswer(quantity: 4, version: 8), .push))
    bench.reply(
      CartAnswer(
        quantity: 5, version: 7, limits: QuantityLimits(maximum: 5), notice: "Only 5"))
    #expect(bench.shown == 4)
    #expect(bench.shownAdjustments.count == 1)
  }

  /// The tap has changed the value since both reads.
  @Test func readsFromBeforeATapAreStale() {
    var bench = Bench<QuantityIntent>(3)
    bench.feed(.report(CartAnswer(quantity: 3, version: 10), .push))
    let first = bench.feed(.refresh)
    bench.tap(.add(1))
    bench.feed(.read(first, .value(CartAnswer(quantity: 2, version: 9))))
    bench.reply(CartAnswer(version: 11))
    bench.read(CartAnswer(quantity: 3, version: 10))
    #expect(bench.shown == 4)
  }

  /// The server lost its versions, and refuses a change that is based on an unknown one.
  @Test func changeSucceedsAfterAServerLostItsVersions() {
    var bench = Bench<QuantityIntent>(3)
    bench.feed(.report(CartAnswer(quantity: 3, version: 10), .push))
    let tap = bench.tap(.add(1))
    bench.fail(.conflict)
    for _ in 1...4 {
      #expect(bench.sent.count == 1, "the request would be refused again")
      #expect(bench.shown == 4)
      bench.read(CartAnswer(quantity: 2, version: 1))
      bench.end(.retry)
    }
    #expect(bench.sent == [.add(1), .add(1)])
    bench.reply(CartAnswer(quantity: 3, version: 2))
    #expect(bench.resolutions == [tap: .applied])
    #expect(bench.shown == 3 && bench.state.version == 2)
    #expect(bench.state.isIdle && !bench.state.isInDoubt)
  }
}
