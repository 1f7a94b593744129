import Components
import SelfManaged
import Testing

/// Requests that end without a reply, or with a conflict.
struct UnknownOutcomeTests {
  @Test func readBackOfAStaleReplicaIsNotAdopted() {
    var policy = OptimisticPolicy()
    policy.retryDelays = []
    var bench = Bench<LikeIntent>(policy)
    bench.feed(.report(LikeAnswer(isLiked: false, count: 10, version: 5), .push))
    _ = bench.tapHeart()
    bench.fail(.unknownOutcome)
    bench.read(LikeAnswer(isLiked: false, count: 3, version: 4))
    #expect(bench.shown == "♥11")
    bench.endWait()
    bench.read(LikeAnswer(isLiked: false, count: 10, version: 5))
    #expect(bench.shown == "♡10")
    #expect(bench.shownFailure == .unknownOutcome)
  }

  private var keys: OptimisticPolicy {
    var policy = OptimisticPolicy()
    policy.honorsIdempotencyKeys = true
    return policy
  }

  @Test("an absolute intent is sent again under the same key, after bounded delays")
  func absoluteIsRetried() {
    var bench = Bench<LikeIntent>()
    let tap = bench.tapHeart()
    for (attempt, delay) in [(2, 500), (3, 2_000), (4, 8_000)] {
      let lost = bench.fail(.unknownOutcome)
      #expect(bench.shown == "♥11")
      #expect(bench.state.isUncertain)
      #expect(
        bench.effects.contains(.schedule(Wait(.retry, since: lost), .milliseconds(delay))))
      bench.endWait()
      #expect(
        bench.effects == [
          .send(LikeIntent(isLiked: true), key: tap, attempt: attempt, version: nil)
        ])
    }
    bench.fail(.unknownOutcome)
    #expect(bench.effects == [.read])
    bench.read(LikeAnswer(isLiked: true, count: 11))
    #expect(bench.resolutions[tap] == .applied)
    #expect(bench.shown == "♥11")
    #expect(bench.state.isIdle)
  }

  @Test(
    "an addition without keys is never sent twice: it is read back and resolved as uncertain"
  )
  func relativeIsReadBack() {
    var bench = Bench<QuantityIntent>(3)
    let tap = bench.tap(.add(1))
    bench.fail(.unknownOutcome)
    #expect(bench.effects.contains(.read))
    #expect(bench.shown == 4)
    bench.read(CartAnswer(quantity: 4))
    #expect(bench.resolutions[tap] == .uncertain(.unknownOutcome))
    #expect(bench.shown == 4)
    #expect(bench.shownFailure == nil)
    #expect(bench.sent == [.add(1)])
  }

  @Test("an addition with keys is sent again under the same key")
  func relativeWithKeysIsRetried() {
    var bench = Bench<QuantityIntent>(3, keys)
    let tap = bench.tap(.add(1))
    bench.fail(.unknownOutcome)
    bench.endWait()
    #expect(bench.effects == [.send(.add(1), key: tap, attempt: 2, version: nil)])
    bench.reply(CartAnswer(quantity: 4))
    #expect(bench.resolutions[tap] == .applied)
  }

  @Test("an addition that can't be read back is rolled back and resolved as uncertain")
  func unreadableOutcomeIsUncertain() {
    var bench = Bench<QuantityIntent>(3)
    let tap = bench.tap(.add(1))
    bench.fail(.unknownOutcome)
    for _ in 1...3 {
      bench.read(nil)
      #expect(bench.state.inFlight != nil)
      bench.endWait()
    }
    bench.read(nil)
    #expect(bench.resolutions[tap] == .uncertain(.unknownOutcome))
    #expect(bench.shown == 3)
    #expect(bench.cause == .rollback)
    #expect(bench.shownFailure == .unknownOutcome)
    #expect(bench.state.isIdle)
    #expect(bench.state.isInDoubt)
  }

  /// The server may have carried the request out before another device changed the value.
  @Test func absoluteIntentWithoutItsResultIsUncertain() {
    var policy = OptimisticPolicy()
    policy.retryDelays = []
    var bench = Bench<QuantityIntent>(3, policy)
    let tap = bench.tap(.set(9))
    bench.fail(.unknownOutcome)
    bench.read(CartAnswer(quantity: 3))
    #expect(bench.resolutions[tap] == .uncertain(.unknownOutcome))
    #expect(bench.shown == 3)
    #expect(bench.shownFailure == .unknownOutcome)
  }

  @Test("taps during an unknown outcome are queued, and sent afterward")
  func queuedIntentIsHeldDuringRetries() {
    var bench = Bench<QuantityIntent>(3)
    bench.tap(.add(1))
    bench.fail(.unknownOutcome)
    bench.tap(.add(1))
    #expect(bench.shown == 5)
    #expect(bench.sent == [.add(1)])
    bench.read(CartAnswer(quantity: 4))
    #expect(bench.sent == [.add(1), .add(1)])
    #expect(bench.shown == 5)
  }

  @Test("a refusal of the second attempt undoes nothing before the value is read back")
  func rejectedRetryIsReadBack() {
    var bench = Bench<LikeIntent>()
    let tap = bench.tapHeart()
    bench.fail(.unknownOutcome)
    bench.endWait()
    bench.fail(.rejected("Already liked"))
    #expect(bench.effects == [.read])
    #expect(bench.shown == "♥11")
    bench.read(LikeAnswer(isLiked: true, count: 11))
    #expect(bench.resolutions[tap] == .applied)
    #expect(bench.shown == "♥11")
  }

  @Test("a new tap has a new key")
  func nextTapHasItsOwnKey() {
    var bench = Bench<LikeIntent>()
    let like = bench.tapHeart()
    bench.reply(LikeAnswer())
    let unlike = bench.tapHeart()
    #expect(unlike != like)
    #expect(
      bench.effects == [.send(LikeIntent(isLiked: false), key: unlike, attempt: 1, version: nil)])
  }

  @Test("a conflict is rebased and sent again, and the display does not change")
  func conflictIsRebased() {
    var bench = Bench<QuantityIntent>(3)
    bench.feed(.report(CartAnswer(quantity: 3, version: 1), .push))
    let tap = bench.tap(.set(5))
    bench.fail(.conflict)
    #expect(bench.effects.last == .read)
    #expect(bench.shown == 5)
    bench.read(CartAnswer(quantity: 9, version: 4))
    #expect(bench.shown == 5)
    guard case .send(.set(5), let key, 1, 4) = bench.effects.first else {
      Issue.record("not sent again: \(bench.effects)")
      return
    }
    #expect(key != tap)
    bench.reply(CartAnswer(quantity: 5, version: 5))
    #expect(bench.resolutions[tap] == .applied)
  }

  @Test("a conflict with the value is rebased without a read, a few times; the last one is read")
  func conflictsAreBounded() {
    var bench = Bench<QuantityIntent>(3)
    let tap = bench.tap(.add(1))
    for version in 2...4 {
      bench.fail(.conflict(answer: CartAnswer(quantity: 3, version: version)))
      #expect(bench.sent.count == version)
    }
    bench.fail(.conflict)
    #expect(bench.resolutions[tap] == .failed(.conflict))
    #expect(bench.shown == 3)
    #expect(bench.state.isInDoubt, "the conflict says that the known value is old")
    bench.read(CartAnswer(quantity: 9, version: 5))
    #expect(bench.shown == 9)
    #expect(bench.state.isIdle)
  }

  @Test("a final refusal is not retried")
  func rejectionIsNotRetried() {
    var bench = Bench<QuantityIntent>(3, keys)
    bench.tap(.add(1))
    bench.fail(.rejected)
    #expect(bench.delay == nil)
    #expect(bench.sent == [.add(1)])
    #expect(bench.state.isIdle)
  }

  @Test("the delay of a retry is pending until the retry is sent, by the delay or a flush")
  func settledWaitsForARetry() {
    var bench = Bench<LikeIntent>()
    _ = bench.tapHeart()
    bench.fail(.unknownOutcome)
    #expect(bench.state.inFlight?.wait?.reason == .retry)
    bench.endWait()
    #expect(bench.sent.count == 2)
    bench.fail(.unknownOutcome)
    #expect(bench.state.inFlight?.wait?.reason == .retry)
    bench.feed(.flush)
    #expect(bench.sent.count == 3)
  }

  @Test(arguments: [ServiceError.offline, .unknownOutcome])
  func settledWaitsForNothingAfterTheEnd(_ error: ServiceError) {
    var policy = OptimisticPolicy()
    policy.offline = .hold(.seconds(60))
    var bench = Bench<LikeIntent>(policy)
    bench.tap(LikeIntent(isLiked: true))
    let failed = bench.fail(error)
    #expect(bench.waits(for: failed))
    bench.feed(.end(unsent: nil))
    #expect(bench.timers.allSatisfy { !bench.state.isWaiting(for: $0) })
    #expect(bench.state.isIdle)
  }

  @Test("after the end, queued intents are rolled back and late replies are ignored")
  func nothingTakesEffectAfterTheEnd() {
    var bench = Bench<QuantityIntent>(1)
    let first = bench.tap(.add(1))
    let second = bench.tap(.add(1))
    bench.feed(.end(unsent: nil))
    #expect(bench.resolutions == [first: .canceled, second: .canceled])
    #expect(bench.shown == 2)
    bench.feed(.reply(first, .success(CartAnswer(quantity: 9))))
    #expect(bench.shown == 2)
    let late = bench.tap(.add(1))
    #expect(bench.resolutions[late] == .canceled)
    #expect(bench.sent == [.add(1)])
  }

  @Test("an intent that is known to have changed nothing is rolled back by the end")
  func theEndRollsBackWhatTheServerDidNotDo() {
    for error in [ServiceError.busy(after: .seconds(5)), .conflict] {
      var bench = Bench<QuantityIntent>(1)
      let tap = bench.tap(.add(1))
      bench.fail(error)
      bench.feed(.end(unsent: nil))
      #expect(bench.shown == 1)
      #expect(bench.resolutions == [tap: .canceled])
    }
    var bench = Bench<QuantityIntent>(1)
    bench.gate = .closed
    bench.tap(.add(1))
    bench.feed(.end(unsent: nil))
    #expect(bench.shown == 1, "it was never sent")
  }

  @Test(arguments: [ServiceError.unknownOutcome, .busy(after: .seconds(5))])
  func theEndKeepsWhatMayHaveBeenApplied(_ later: ServiceError) {
    var bench = Bench<QuantityIntent>(1, keys)
    bench.tap(.add(1))
    bench.fail(.unknownOutcome)
    bench.endWait()
    bench.fail(later)
    bench.feed(.end(unsent: nil))
    #expect(bench.shown == 2)
  }

  @Test("a refused retry is read back even if the refusal reports a part of the value")
  func rejectedRetryWithAPartialAnswerIsReadBack() {
    var bench = Bench<QuantityIntent>(3)
    bench.tap(.set(5))
    bench.fail(.unknownOutcome)
    bench.endWait()
    bench.fail(.limit(9))
    #expect(bench.effects.contains(.read))
  }

  @Test("an addition with keys whose retry meets a conflict is uncertain, not rebased")
  func conflictOfARetriedAdditionIsUncertain() {
    var bench = Bench<QuantityIntent>(3, keys)
    let tap = bench.tap(.add(1))
    bench.fail(.unknownOutcome)
    bench.endWait()
    bench.fail(.conflict)
    bench.read(CartAnswer(quantity: 4))
    #expect(bench.resolutions[tap] == .uncertain(.conflict))
    #expect(bench.sent == [.add(1), .add(1)])
    #expect(bench.shown == 4)
  }

  // Regressions that the adversarial world found.

  @Test func signedOutAfterALostReplyIsUncertain() {
    var bench = Bench<LikeIntent>()
    let tap = bench.tapHeart()
    bench.fail(.unknownOutcome)
    bench.endWait()
    bench.fail(.signedOut)
    #expect(bench.resolutions == [tap: .uncertain(.signedOut)])
  }

  @Test func clampWithALostReplyIsAnAdjustment() {
    var policy = OptimisticPolicy()
    policy.retryDelays = []
    var bench = Bench<QuantityIntent>(2, policy)
    let tap = bench.tap(.set(9))
    bench.fail(.unknownOutcome)
    bench.read(CartAnswer(quantity: 4, limits: QuantityLimits(maximum: 4)))
    #expect(bench.shown == 4)
    #expect(bench.cause == .adjust)
    #expect(bench.shownAdjustments.map(\.limit) == [4])
    guard case .adjusted(let adjustment) = bench.resolutions[tap] else {
      Issue.record("resolved as \(String(describing: bench.resolutions[tap]))")
      return
    }
    #expect(adjustment.requested.quantity == 9 && adjustment.actual.quantity == 4)
  }

  @Test(arguments: [0, 1])
  func conflictWithTheFirstAttemptUndoesNothing(conflictRetries: Int) {
    var policy = OptimisticPolicy()
    policy.maximumConflictRetries = conflictRetries
    var bench = Bench<LikeIntent>(policy)
    let tap = bench.tapHeart()
    bench.fail(.unknownOutcome)
    bench.endWait()
    bench.fail(.conflict)
    #expect(bench.shown == "♥11")
    bench.read(LikeAnswer(isLiked: true, count: 11))
    #expect(bench.shown == "♥11")
    #expect(bench.resolutions == [tap: .applied])
    #expect(bench.shownFailure == nil)
  }

  @Test func rejectedRetryWithTheRequestedStateIsApplied() {
    var bench = Bench<LikeIntent>()
    let tap = bench.tapHeart()
    bench.fail(.unknownOutcome)
    bench.endWait()
    bench.fail(.rejected("No", answer: LikeAnswer(isLiked: true, count: 11)))
    #expect(bench.shown == "♥11")
    #expect(bench.shownFailure == nil)
    #expect(bench.resolutions == [tap: .applied])
  }
}
