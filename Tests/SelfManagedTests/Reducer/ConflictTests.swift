import Components
import SelfManaged
import Testing

/// Version conflicts: the intent is rebased on the server's value, and sent again.
struct ConflictTests {
  @Test func refusalAfterALostAttemptAndAVersionConflictIsNoFailure() {
    var bench = Bench<LikeIntent>()
    bench.feed(.report(LikeAnswer(isLiked: false, count: 10, version: 1), .push))
    let tap = bench.tapHeart()
    bench.fail(.unknownOutcome)
    bench.endWait()
    bench.fail(.conflict(answer: LikeAnswer(version: 2)))
    bench.fail(.rejected)  // Ignored, since the value is being read back.
    #expect(bench.shown == "♥11")
    #expect(bench.shownFailure == nil)
    bench.read(LikeAnswer(isLiked: true, count: 11, version: 2))
    #expect(bench.resolutions[tap] == .applied)
    #expect(bench.sent.count == 2)
  }

  /// A conflict whose answer has a maximum.
  private func conflict(_ quantity: Int, maximum: Int) -> ServiceError {
    .conflict(
      answer: CartAnswer(
        quantity: quantity, version: 2, limits: QuantityLimits(maximum: maximum)))
  }

  /// The first attempt was not applied, so the outcome is known and the intent is sent again.
  @Test func aRetriedAbsoluteIntentIsRebased() {
    var bench = Bench<LikeIntent>()
    let tap = bench.tapHeart()
    bench.fail(.unknownOutcome)
    bench.endWait()
    bench.fail(.conflict)
    bench.read(LikeAnswer(isLiked: false, count: 15))
    #expect(bench.sent.count == 3)
    #expect(bench.shown == "♥16")
    #expect(bench.resolutions[tap] == nil)
    bench.reply(LikeAnswer(isLiked: true, count: 16))
    #expect(bench.resolutions[tap] == .applied)
  }

  @Test func listFromBeforeTheReadOfAConflictIsStale() {
    var bench = Bench<QuantityIntent>(3)
    let began = bench.feed(.flush)
    bench.tap(.add(1))
    bench.fail(.conflict)
    bench.read(CartAnswer(quantity: 7))
    #expect(bench.shown == 8)
    bench.feed(.report(CartAnswer(quantity: 2), .read(began)))
    bench.reply(CartAnswer())
    #expect(bench.shown == 8)
    #expect(bench.state.isIdle)
  }

  @Test func aMaximumInAConflictClampsTheIntent() {
    var bench = Bench<QuantityIntent>(3)
    let tap = bench.tap(.add(5))
    bench.fail(conflict(3, maximum: 5))
    #expect(bench.sent == [.add(5), .add(2)])
    #expect(bench.shown == 5)
    #expect(bench.cause == .adjust)
    #expect(bench.shownAdjustments.map(\.requested.quantity) == [8])
    bench.reply(CartAnswer(quantity: 5, version: 3))
    guard case .adjusted(let adjustment) = bench.resolutions[tap] else {
      Issue.record("\(String(describing: bench.resolutions[tap]))")
      return
    }
    #expect(adjustment.requested.quantity == 8 && adjustment.actual.quantity == 5)
  }

  @Test func aClampAtTheTapSurvivesAConflict() {
    let limits = QuantityLimits(maximum: 5)
    var bench = Bench<QuantityIntent>(CartValue(quantity: 4, limits: limits))
    let tap = bench.tap(.set(8))
    bench.fail(conflict(4, maximum: 5))
    #expect(bench.sent == [.set(5), .set(5)])
    bench.reply(CartAnswer(quantity: 5, version: 3, limits: limits))
    guard case .adjusted(let adjustment) = bench.resolutions[tap] else {
      Issue.record("\(String(describing: bench.resolutions[tap]))")
      return
    }
    #expect(adjustment.requested.quantity == 8)
  }

  @Test func retriedIntentAboveTheMaximumIsLimited() {
    var bench = Bench<QuantityIntent>(3)
    let tap = bench.tap(.set(9))
    bench.fail(.unknownOutcome)
    bench.endWait()
    bench.fail(conflict(5, maximum: 5))
    #expect(bench.resolutions[tap] == .limited(5))
    #expect(bench.shown == 5)
  }

  /// The push may or may not contain the addition, so the value is read if it can't be ordered.
  @Test func pushDuringAnAdditionIsNotCountedTwiceAfterAConflict() {
    var bench = Bench<QuantityIntent>(3)
    bench.tap(.add(1))
    bench.feed(.report(CartAnswer(quantity: 9), .push))
    bench.fail(.conflict(answer: CartAnswer(quantity: 3, version: 2)))
    bench.read(CartAnswer(quantity: 3, version: 2))
    #expect(bench.shown == 4)
    bench.reply(CartAnswer(quantity: 4, version: 3))
    bench.settleReads(CartAnswer(quantity: 4, version: 3))
    #expect(bench.shown == 4)
    #expect(bench.sent.count == 2)
    #expect(bench.state.isIdle && !bench.state.isInDoubt)
  }

  @Test func aReplyAfterARebaseLeavesNoDoubt() {
    var bench = Bench<QuantityIntent>(3)
    let tap = bench.tap(.set(5))
    bench.fail(.conflict(answer: CartAnswer(quantity: 9, version: 4)))
    bench.reply(CartAnswer())
    #expect(bench.resolutions[tap] == .applied)
    #expect(!bench.state.isInDoubt)
    #expect(bench.state.isIdle)
  }

  @Test func readThatBeganBeforeTheConflictIsStale() {
    var bench = Bench<LikeIntent>(LikeValue(isLiked: false, count: 10))
    let read = bench.feed(.refresh)
    bench.tap(LikeIntent(isLiked: true))
    bench.fail(.conflict(answer: LikeAnswer(isLiked: false, count: 20)))
    bench.feed(.read(read, .value(LikeAnswer(isLiked: false, count: 10))))
    #expect(bench.state.confirmed.count == 20)
  }

  @Test(arguments: [false, true])
  func outcomeOfAConflictIsUnknownOnlyAfterALostAttempt(isLost: Bool) {
    var bench = Bench<LikeIntent>()
    _ = bench.tapHeart()
    if isLost {
      bench.fail(.unknownOutcome)
      bench.endWait()
    }
    bench.fail(.conflict)
    #expect(bench.state.isUncertain == isLost)
  }

  /// A push of the wanted value arrived meanwhile, but a third device has changed it again.
  @Test func setThatConflictsWithAnUnknownValueIsReadAndSentAgain() {
    var bench = Bench<QuantityIntent>(3)
    bench.feed(.report(CartAnswer(quantity: 3, version: 1), .push))
    let tap = bench.tap(.set(5))
    bench.feed(.report(CartAnswer(quantity: 5, version: 2), .push))
    bench.fail(.conflict(answer: CartAnswer(version: 3)))
    #expect(bench.shown == 5 && bench.effects.contains(.read))
    bench.read(CartAnswer(quantity: 2, version: 3))
    #expect(bench.sent == [.set(5), .set(5)])
    #expect(bench.shown == 5)
    bench.reply(CartAnswer(quantity: 5, version: 4))
    #expect(bench.resolutions[tap] == .applied)
    #expect(bench.state.isIdle && !bench.state.isInDoubt)
  }

  @Test func setThatConflictsWithItsOwnValueIsNotSentAgain() {
    var bench = Bench<QuantityIntent>(3)
    let tap = bench.tap(.set(5))
    bench.fail(.conflict(answer: CartAnswer(quantity: 5, version: 3)))
    #expect(bench.sent == [.set(5)])
    #expect(bench.resolutions[tap] == .unchanged)
    #expect(bench.state.isIdle)
  }

  /// The retry has the version from before the attempt whose reply was lost.
  @Test func tapIsAppliedIfItsRetryMeetsItsOwnVersion() {
    var bench = Bench<LikeIntent>(LikeValue(isLiked: false, count: 10))
    let tap = bench.tap(LikeIntent(isLiked: true))
    bench.fail(.unknownOutcome)
    bench.endWait()
    bench.fail(.conflict)
    bench.read(LikeAnswer(isLiked: true, count: 11))
    #expect(bench.resolutions[tap] == .applied)
    #expect(bench.shown == "♥11")
  }
}
