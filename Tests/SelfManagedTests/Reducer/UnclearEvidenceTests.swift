import Components
import SelfManaged
import Testing

/// Reports that can't be ordered: the value is read, and the display ends at the server's value.
struct UnclearEvidenceTests {
  @Test func partialAdditionIsUncertainAfterAForeignChange() {
    var bench = Bench<QuantityIntent>(1)
    let tap = bench.tap(.add(5))
    bench.fail(.limit(3))
    bench.feed(.report(CartAnswer(quantity: 0), .push))
    bench.read(CartAnswer(quantity: 1))
    #expect(bench.resolutions[tap] == .uncertain(.limit(3)))
  }

  @Test func limitRefusalOfAValueInDoubtIsReadBack() {
    var bench = Bench<QuantityIntent>(1)
    bench.tap(.add(2))
    let second = bench.tap(.add(2))
    bench.feed(.report(CartAnswer(quantity: 0), .push))  // It may or may not contain the first.
    bench.reply(CartAnswer())
    #expect(bench.sent == [.add(2), .add(2)])
    #expect(bench.state.isInDoubt)
    bench.fail(.limit(3))
    #expect(bench.effects.contains(.read), "the server may have had room for a part")
    bench.read(CartAnswer(quantity: 3))
    #expect(bench.resolutions[second] == .uncertain(.limit(3)))
    #expect(bench.shown == 3)
  }

  /// The first reply left out the quantity, so the assumed one may leave less room than there is.
  @Test func refusalAtALimitIsReadBackIfAReportIsDeferred() {
    var bench = Bench<QuantityIntent>(3)
    bench.tap(.add(2))
    let tap = bench.tap(.add(2))
    bench.reply(CartAnswer())
    bench.feed(.report(CartAnswer(quantity: 3), .push))
    bench.fail(.limit(4))
    #expect(bench.effects.contains(.read))
    bench.read(CartAnswer(quantity: 4, limits: QuantityLimits(maximum: 4)))
    #expect(bench.resolutions[tap] == .uncertain(.limit(4)))
    #expect(bench.shown == 4)
  }

  /// Another device has made room, and the limit itself is known already.
  @Test func additionRefusedWithTheKnownLimitIsReadBack() {
    var bench = Bench.settled(2, max: 4)
    let tap = bench.tap(.add(2))
    bench.fail(.limit(4))
    bench.read(CartAnswer(quantity: 4, limits: QuantityLimits(maximum: 4)))
    #expect(bench.shown == 4)
    #expect(bench.resolutions[tap] != .failed(.limit(4)))
  }

  /// The push ends the doubt, but not the question which value the change is rebased on.
  @Test func conflictIsReadAlthoughAPushEndsTheDoubt() {
    var bench = Bench<QuantityIntent>(3)
    bench.tap(.set(4))
    bench.fail(.conflict)
    bench.read(nil)
    bench.feed(.report(CartAnswer(quantity: 2), .push))
    bench.read(CartAnswer(quantity: 2))
    #expect(bench.sent == [.set(4), .set(4)])
  }

  @Test func pushThatArrivesDuringAReadIsNotLost() {
    var bench = Bench<QuantityIntent>(3)
    bench.tap(.add(-1))
    bench.fail(.conflict)
    bench.tap(.set(4))
    bench.feed(.report(CartAnswer(quantity: 6), .push))
    bench.read(CartAnswer(quantity: 4))
    #expect(bench.sent.last == .set(4))
  }

  /// The server recognized the key of a request that it had applied before another device's change.
  @Test func replyWithTheVersionOfAnotherValueIsReadBack() {
    var bench = Bench<QuantityIntent>(3)
    bench.tap(.set(1))
    bench.fail(.unknownOutcome)
    bench.feed(.report(CartAnswer(quantity: 4, version: 3), .push))
    bench.endWait()
    bench.reply(CartAnswer(version: 3))
    #expect(bench.effects.contains(.read))
    bench.read(CartAnswer(quantity: 4, version: 3))
    #expect(bench.shown == 4)
  }

  /// An editor may have clamped the typed number.
  @Test func tapForTheLimitItselfChecksTheLimit() {
    var bench = Bench.settled(5, max: 5)
    bench.tap(.set(5))
    #expect(bench.effects.contains(.read))
  }

  @Test func limitOfARefusalThatCanNotBeReadBackIsLearned() {
    var bench = Bench<QuantityIntent>(3)
    bench.tap(.add(5))
    bench.fail(.limit(5))
    bench.cannotRead()
    #expect(bench.state.confirmed.limits.maximum == 5)
  }

  @Test func limitRefusalWithAQuantityShowsIt() {
    var bench = Bench<QuantityIntent>(5)
    bench.tap(.add(9))
    bench.fail(.limit(5, answer: CartAnswer(quantity: 4)))
    #expect(bench.shown == 4)
    #expect(bench.state.display.limits.maximum == 5)
  }

  @Test func limitOfAPushWithTheVersionOfTheReplyIsLearned() {
    var bench = Bench<QuantityIntent>(3)
    bench.feed(.report(CartAnswer(quantity: 3, version: 1), .push))
    bench.tap(.add(1))
    let limits = QuantityLimits(maximum: 9)
    bench.feed(.report(CartAnswer(quantity: 7, version: 2, limits: limits), .push))
    bench.reply(CartAnswer(quantity: 7, version: 2))
    #expect(bench.state.confirmed.limits == limits)
  }

  @Test func pushDuringAnAdditionIsReadAfterACompleteReply() {
    var bench = Bench<QuantityIntent>(1)
    bench.tap(.add(1))
    bench.feed(.report(CartAnswer(quantity: 5), .push))
    bench.reply(CartAnswer(quantity: 2))
    #expect(bench.state.isInDoubt)
    bench.read(CartAnswer(quantity: 5))
    #expect(bench.shown == 5)
  }

  /// By chance the push has the predicted number: another device had set it before the addition.
  @Test func pushOfThePredictedNumberIsReadAfterAReplyWithoutAValue() {
    var bench = Bench<QuantityIntent>(.unknown)
    bench.feed(.report(CartAnswer(quantity: 3), .list))
    bench.tap(.add(1))
    bench.feed(.report(CartAnswer(quantity: 4), .push))
    bench.reply(CartAnswer())
    #expect(bench.effects.contains(.read))
    bench.read(CartAnswer(quantity: 5))
    #expect(bench.shown == 5)
  }

  @Test func deferredReportIsReadBackAfterRejectionWithState() {
    var bench = Bench<QuantityIntent>(3)
    bench.tap(.add(1))
    bench.feed(.report(CartAnswer(quantity: 9), .push))
    bench.fail(.rejected("No", answer: CartAnswer(quantity: 5)))
    #expect(bench.effects.contains(.read))
  }

  @Test func firstListDataEndsADoubtThatNoReadCanEnd() {
    var bench = unread()
    bench.feed(.refresh)
    bench.cannotRead()
    #expect(bench.state.isInDoubt)
    bench.feed(.report(LikeAnswer(isLiked: true, count: 12), .list))
    #expect(bench.shown == "♥12")
    #expect(!bench.state.isInDoubt)
  }

  /// An answer of such a kind never counts as complete, but a read of the known version is.
  @Test func oldRowsOfAKindWithoutCompleteAnswersAreReadOnce() {
    var bench = Bench<FlagIntent>(false)
    bench.feed(.report(FlagAnswer(isOn: true, version: 5), .push))
    var reads = 0
    for _ in 1...10 {
      bench.feed(.report(FlagAnswer(isOn: false, version: 3), .list))
      guard bench.state.readBegan != nil else { continue }
      reads += 1
      bench.read(FlagAnswer(isOn: true, version: 5))
    }
    #expect(reads == 1)
    #expect(bench.state.display)
  }

  private struct FlagIntent: OptimisticIntent {
    let isOn: Bool

    func applied(to value: Bool) -> Bool { isOn }

    static func value(from answer: FlagAnswer, over predicted: Bool, before: Bool) -> Bool {
      answer.isOn ?? predicted
    }
  }

  private struct FlagAnswer: ServerAnswer {
    var isOn: Bool?
    var version: Int?
  }

  /// The read began before the like and saw its result; the reply has the count from before.
  @Test func staleReplyDoesNotOverrideAReadThatArrivedMeanwhile() {
    var bench = Bench<LikeIntent>()
    bench.feed(.refresh)
    let read = bench.state.readBegan!
    _ = bench.tapHeart()
    bench.feed(.read(read, .value(LikeAnswer(isLiked: true, count: 11))))
    bench.reply(LikeAnswer(isLiked: true, count: 10))
    #expect(bench.shown == "♥11")
  }

  private func unread() -> Bench<LikeIntent> {
    Bench<LikeIntent>(LikeValue(isLiked: false, count: 10))
  }

  /// The second minus would remove the product, and not the first one, which met the conflict.
  @Test func conflictOfAMinusDropsOnlyTheMinusThatRemoves() {
    var bench = Bench<QuantityIntent>(3)
    let first = bench.tap(.add(-1))
    let second = bench.tap(.add(-1))
    bench.fail(.conflict(answer: CartAnswer(quantity: 2)))
    bench.reply(CartAnswer(quantity: 1))
    #expect(bench.resolutions == [first: .applied, second: .unchanged])
  }

  /// The server lost its versions, and its conflict carries the value.
  @Test func changeSucceedsAfterAConflictOfAServerThatLostItsVersions() {
    var bench = Bench<QuantityIntent>(3)
    bench.feed(.report(CartAnswer(quantity: 3, version: 10), .push))
    let tap = bench.tap(.add(1))
    bench.fail(.conflict(answer: CartAnswer(quantity: 2, version: 1)))
    for _ in 1...4 {
      #expect(bench.sent.count == 1, "the request would be refused again")
      bench.read(CartAnswer(quantity: 2, version: 1))
      bench.end(.retry)
    }
    #expect(bench.sent == [.add(1), .add(1)])
    bench.reply(CartAnswer(quantity: 3, version: 2))
    #expect(bench.resolutions == [tap: .applied])
    #expect(bench.shown == 3 && bench.state.version == 2)
    #expect(bench.state.isIdle && !bench.state.isInDoubt)
  }

  @Test func refusalByAServerThatLostItsVersionsIsRead() {
    var bench = Bench<QuantityIntent>(3)
    bench.feed(.report(CartAnswer(quantity: 3, version: 10), .push))
    bench.tap(.add(1))
    bench.fail(.rejected("Sold out", answer: CartAnswer(quantity: 0, version: 1)))
    #expect(bench.shownFailure?.code == .rejected)
    bench.settleReads(CartAnswer(quantity: 0, version: 1))
    #expect(bench.shown == 0)
    #expect(!bench.state.isInDoubt)
  }
}
