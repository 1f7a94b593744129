import Components
import SelfManaged
import Testing

/// The answer in a rejection or a conflict may leave out the value.
struct PartialAnswerTests {
  @Test(
    "a refused retry is read back, unless the refusal reports the value",
    arguments: [
      .rejected("No", answer: CartAnswer()), .limit(9),
      .rejected("No", answer: LikeAnswer(count: 3)),
    ] as [ServiceError])
  func rejectedRetryWithoutAValueIsReadBack(error: ServiceError) {
    var bench = Bench<QuantityIntent>(3)
    let tap = bench.tap(.set(9))
    bench.fail(.unknownOutcome)
    bench.endWait()
    bench.fail(error)
    #expect(bench.effects.last == .read)
    #expect(bench.shown == 9)
    bench.read(CartAnswer(quantity: 9))
    #expect(bench.resolutions[tap] == .applied)
    #expect(bench.shownFailure == nil)
  }

  @Test func rejectedRetryOfALike() {
    var bench = Bench<LikeIntent>()
    let tap = bench.tapHeart()
    bench.fail(.unknownOutcome)
    bench.endWait()
    bench.fail(.rejected("Liked already", answer: LikeAnswer(count: 11)))
    #expect(bench.effects == [.read])
    #expect(bench.shown == "♥11")
    bench.read(LikeAnswer(isLiked: true, count: 11))
    #expect(bench.resolutions[tap] == .applied)
  }

  /// The error fails the other taps of the lane, so the user must see the reason.
  @Test func rejectionOfTheLaneIsShownAlthoughTheTapWasApplied() {
    var bench = Bench<LikeIntent>()
    let tap = bench.tapHeart()
    bench.fail(.unknownOutcome)
    bench.endWait()
    let answer = LikeAnswer(isLiked: true, count: 11)
    bench.fail(.rejected("Locked", answer: answer).scoped(to: .lane))
    #expect(bench.resolutions[tap] == .applied)
    #expect(bench.shownFailure?.scope == .lane)
  }

  @Test func partialReadOfARejectedRetryLeavesTheOutcomeUncertain() {
    var bench = Bench<LikeIntent>()
    let tap = bench.tapHeart()
    bench.fail(.unknownOutcome)
    bench.endWait()
    bench.fail(.rejected)
    bench.read(LikeAnswer(count: 11))
    #expect(bench.resolutions[tap] == .uncertain(.rejected))
  }

  @Test func listWithTheVersionOfAPartialReplyCausesNoRead() {
    var bench = Bench<LikeIntent>()
    bench.feed(.report(LikeAnswer(isLiked: false, count: 10, version: 3), .push))
    _ = bench.tapHeart()
    bench.reply(LikeAnswer(isLiked: true, version: 5))
    bench.feed(.report(LikeAnswer(isLiked: true, count: 11, version: 5), .list))
    #expect(bench.effects.isEmpty)
    bench.feed(.report(LikeAnswer(isLiked: false, count: 10, version: 3), .list))
    #expect(bench.effects.isEmpty)
  }

  @Test func listWithTheVersionAndAnotherValueCausesARead() {
    var bench = Bench<QuantityIntent>(1)
    bench.feed(.report(CartAnswer(quantity: 1, version: 1), .push))
    bench.tap(.add(5))
    bench.reply(CartAnswer(version: 2))
    bench.feed(.report(CartAnswer(quantity: 4, version: 2), .list))
    bench.read(CartAnswer(quantity: 4, version: 2))
    #expect(bench.shown == 4)
  }

  @Test("a read-back that reports no value leaves the outcome uncertain")
  func emptyReadSettlesNothing() {
    var policy = OptimisticPolicy()
    policy.retryDelays = []
    var bench = Bench<LikeIntent>(policy)
    let tap = bench.tapHeart()
    bench.fail(.unknownOutcome)
    bench.read(LikeAnswer())
    #expect(bench.resolutions[tap] == .uncertain(.unknownOutcome))
    #expect(bench.shown == "♡10")
  }

  @Test(
    arguments: [
      .conflict, .conflict(answer: CartAnswer()), .conflict(answer: CartAnswer(version: 2)),
    ]
      as [ServiceError])
  func conflictWithoutAValueIsReadAndRebased(error: ServiceError) {
    var bench = Bench<QuantityIntent>(3)
    bench.feed(.report(CartAnswer(quantity: 3, version: 1), .push))
    let tap = bench.tap(.add(1))
    bench.fail(error)
    #expect(bench.effects.last == .read)
    #expect(bench.shown == 4)
    bench.read(CartAnswer(quantity: 5, version: 2))
    #expect(bench.shown == 6)
    #expect(bench.sent == [.add(1), .add(1)])
    bench.reply(CartAnswer(quantity: 6, version: 3))
    #expect(bench.resolutions[tap] == .applied)
  }

  @Test func displayHealsAfterTheServerRestartedItsVersions() {
    var bench = Bench<QuantityIntent>(3)
    bench.feed(.report(CartAnswer(quantity: 3, version: 9), .push))
    let tap = bench.tap(.add(1))
    bench.reply(CartAnswer(quantity: 4, version: 1))
    #expect(bench.resolutions[tap] == .applied)
    for _ in 1...3 {
      bench.read(CartAnswer(quantity: 4, version: 1))
      #expect(bench.state.isInDoubt)
      bench.endWait()
    }
    bench.read(CartAnswer(quantity: 4, version: 1))
    #expect(bench.shown == 4)
    #expect(!bench.state.isInDoubt)
    bench.feed(.report(CartAnswer(quantity: 6, version: 3), .push))
    #expect(bench.shown == 6)
  }

  @Test("a reply that is older than a push is not displayed")
  func replyOlderThanAPushIsIgnored() {
    var bench = Bench<QuantityIntent>(3)
    bench.feed(.report(CartAnswer(quantity: 3, version: 9), .push))
    bench.tap(.set(4))
    bench.feed(.report(CartAnswer(quantity: 7, version: 11), .push))
    bench.reply(CartAnswer(quantity: 4, version: 10))
    #expect(bench.shown == 7)
    #expect(bench.effects.contains(.read))
  }

  @Test func rejectedRetryThatReportsTheOldStateFails() {
    var bench = Bench<LikeIntent>()
    let tap = bench.tapHeart()
    bench.fail(.unknownOutcome)
    bench.endWait()
    let error = ServiceError.rejected("No", answer: LikeAnswer(isLiked: false, count: 10))
    bench.fail(error)
    #expect(bench.resolutions == [tap: .failed(error)])
    #expect(bench.shownFailure == error)
    #expect(bench.shown == "♡10")
  }

  /// Another device changed the value, and no reply since has said to what.
  @Test(
    arguments: [
      .success(CartAnswer(version: 3)),
      .failure(.rejected("No", answer: CartAnswer(version: 3))),
    ] as [Result<CartAnswer, ServiceError>])
  func deferredReportIsReadBackIfTheNewerAnswerHasNoValue(
    reply: Result<CartAnswer, ServiceError>
  ) {
    var bench = Bench<QuantityIntent>(3)
    bench.feed(.report(CartAnswer(quantity: 3, version: 1), .push))
    bench.tap(.add(1))
    bench.feed(.report(CartAnswer(quantity: 7, version: 2), .push))
    switch reply {
    case .success(let answer): bench.reply(answer)
    case .failure(let error): bench.fail(error)
    }
    #expect(bench.effects.contains(.read))
    #expect(bench.state.isInDoubt)
    bench.read(CartAnswer(quantity: 8, version: 3))
    #expect(bench.shown == 8)
    #expect(!bench.state.isInDoubt)
  }

  @Test(
    arguments: [
      .success(CartAnswer(version: 2)),
      .failure(.rejected("No", answer: CartAnswer(version: 2))),
    ] as [Result<CartAnswer, ServiceError>])
  func deferredReportOfTheSameVersionIsAdopted(reply: Result<CartAnswer, ServiceError>) {
    var bench = Bench<QuantityIntent>(3)
    bench.feed(.report(CartAnswer(quantity: 3, version: 1), .push))
    bench.tap(.add(1))
    let limits = QuantityLimits(maximum: 9)
    bench.feed(.report(CartAnswer(quantity: 7, version: 2, limits: limits), .push))
    switch reply {
    case .success(let answer): bench.reply(answer)
    case .failure(let error): bench.fail(error)
    }
    #expect(bench.state.confirmed == CartValue(quantity: 7, limits: limits))
    #expect(!bench.effects.contains(.read))
  }

  /// Many back ends push the value alone, and report the limits in replies.
  @Test func deferredReportOfTheSameVersionKeepsTheLimitOfTheReply() {
    var bench = Bench<QuantityIntent>(3)
    bench.feed(.report(CartAnswer(quantity: 3, version: 1), .push))
    bench.tap(.add(1))
    bench.feed(.report(CartAnswer(quantity: 4, version: 2), .push))
    bench.reply(CartAnswer(quantity: 4, version: 2, limits: QuantityLimits(maximum: 4)))
    #expect(bench.state.confirmed.limits.maximum == 4)
  }

  @Test func deferredReportIsDiscardedIfTheNewerAnswerIsComplete() {
    var bench = Bench<QuantityIntent>(3)
    bench.feed(.report(CartAnswer(quantity: 3, version: 1), .push))
    bench.tap(.add(1))
    bench.feed(.report(CartAnswer(quantity: 7, version: 2), .push))
    bench.reply(CartAnswer(quantity: 8, version: 3))
    #expect(bench.shown == 8)
    #expect(!bench.state.isInDoubt)
  }

  /// Another device changed the value before the change of this one, and its push is late.
  @Test(arguments: [ReportSource.push, .list, .read(LogicalTime(rawValue: 0))])
  func aStaleReportIsReadBackIfTheNewerReplyHadNoValue(source: ReportSource) {
    var bench = Bench<LikeIntent>()
    bench.feed(.report(LikeAnswer(isLiked: false, count: 10, version: 1), .push))
    let tap = bench.tapHeart()
    bench.reply(LikeAnswer(version: 3))
    #expect(bench.resolutions == [tap: .applied])
    #expect(!bench.effects.contains(.read))
    bench.feed(.report(LikeAnswer(isLiked: false, count: 11, version: 2), source))
    #expect(bench.shown == "♥11")
    bench.read(LikeAnswer(isLiked: true, count: 12, version: 3))
    #expect(bench.shown == "♥12")
    // The whole value is known now.
    bench.feed(.report(LikeAnswer(isLiked: false, count: 11, version: 2), source))
    #expect(bench.effects == [])
    #expect(bench.shown == "♥12")
  }

  @Test func replyWithTheVersionOfThePushedResultIsNotReadBack() {
    var bench = Bench<QuantityIntent>(3)
    bench.tap(.set(1))
    bench.feed(.report(CartAnswer(quantity: 1, version: 3), .push))
    bench.reply(CartAnswer(version: 3))
    #expect(!bench.effects.contains(.read))
    #expect(bench.shown == 1)
  }

}
