import Components
import SelfManaged
import Testing

/// The effect of each kind of reply.
struct ReplyTests {
  @Test("ok, as predicted: the display does not change, and the queued intent is sent next")
  func predictedReplyChangesNothing() {
    var bench = Bench<QuantityIntent>(1)
    let first = bench.tap(.add(1))
    bench.tap(.add(1))
    bench.reply(CartAnswer(quantity: 2, version: 7))
    #expect(bench.state.confirmed.quantity == 2)
    #expect(bench.state.version == 7)
    #expect(bench.resolutions[first] == .applied)
    #expect(bench.shown == 3)
    #expect(bench.cause == .user)
  }

  @Test("ok, without a value: the intent is applied")
  func replyWithoutAValueConfirmsTheIntent() {
    var likes = Bench<LikeIntent>()
    _ = likes.tapHeart()
    likes.reply(LikeAnswer())
    #expect(likes.state.confirmed == LikeValue(isLiked: true, count: 11))
    var cart = Bench<QuantityIntent>(1)
    cart.tap(.set(6))
    cart.reply(CartAnswer())
    #expect(cart.state.confirmed.quantity == 6)
    #expect(cart.cause == .user)
  }

  @Test("ok, another value: adjusted, unanimated, limits learned, one notice")
  func differingReplyIsAnAdjustment() {
    var bench = Bench<QuantityIntent>(1)
    let tap = bench.tap(.set(100))
    bench.reply(
      CartAnswer(quantity: 5, limits: QuantityLimits(maximum: 5), notice: "Only 5 left"))
    #expect(bench.shown == 5)
    #expect(bench.cause == .adjust)
    #expect(bench.state.display.limits.maximum == 5)
    let notice = bench.shownAdjustments.first
    #expect(bench.shownAdjustments.count == 1)
    #expect(notice?.requested.quantity == 100)
    #expect(notice?.actual.quantity == 5)
    #expect(notice?.limit == 5)
    #expect(notice?.notice == "Only 5 left")
    #expect(bench.resolutions[tap] == notice.map { .adjusted($0) })
  }

  @Test("ok, another value: a queued intent is dropped if the limit leaves nothing of it")
  func limitDropsTheQueuedIntent() {
    var bench = Bench<QuantityIntent>(4)
    bench.tap(.add(1))
    let second = bench.tap(.add(1))
    let third = bench.tap(.add(1))
    bench.reply(CartAnswer(quantity: 5, limits: QuantityLimits(maximum: 5)))
    #expect(bench.resolutions[second] == .merged)
    #expect(bench.resolutions[third] == .limited(5))
    #expect(bench.shownAdjustments.map(\.requested.quantity) == [7])
    #expect(bench.sent == [.add(1)])
    #expect(bench.shown == 5)
  }

  @Test("ok, another value: a queued intent is clamped to the learned limit")
  func limitClampsTheQueuedIntent() {
    var bench = Bench<QuantityIntent>(1)
    bench.tap(.add(1))
    bench.tap(.add(4))
    bench.reply(CartAnswer(quantity: 2, limits: QuantityLimits(maximum: 3)))
    #expect(bench.sent == [.add(1), .add(1)])
    #expect(bench.shown == 3)
    #expect(bench.cause == .adjust)
    #expect(bench.shownAdjustments.count == 1)
  }

  @Test("rejected: unanimated rollback, one error, and the queued intent survives")
  func rejectionRollsBack() {
    var bench = Bench<QuantityIntent>(1)
    let first = bench.tap(.add(1))
    for _ in 1...4 { bench.tap(.add(1)) }
    bench.fail(.rejected("No"))
    #expect(bench.resolutions[first] == .failed(.rejected("No")))
    #expect(bench.shown == 5)
    #expect(bench.cause == .rollback)
    #expect(bench.shownFailure == .rejected("No"))
    #expect(bench.sent == [.add(1), .add(4)])
  }

  @Test("rejected: no error if nothing visible was undone")
  func invisibleRejectionIsSilent() {
    var bench = Bench<QuantityIntent>(1)
    bench.tap(.set(2))
    bench.tap(.set(3))
    bench.fail(.rejected)
    #expect(bench.shown == 3)
    #expect(bench.shownFailure == nil)
    #expect(bench.state.failure == nil)
    #expect(bench.sent == [.set(2), .set(3)])
  }

  @Test("rejected, with the server's value: that value is adopted")
  func rejectionWithStateIsAdopted() {
    var bench = Bench<QuantityIntent>(4)
    let tap = bench.tap(.add(2))
    let error = ServiceError.rejected("Sold out", answer: CartAnswer(quantity: 1, version: 3))
    bench.fail(error)
    #expect(bench.shown == 1)
    #expect(bench.state.version == 3)
    #expect(bench.resolutions[tap] == .failed(error))
    #expect(bench.shownFailure == error)
  }

  @Test("rejected, with the requested value: the display does not change, and no error is shown")
  func rejectionWithTheRequestedStateIsSilent() {
    var bench = Bench<LikeIntent>()
    _ = bench.tapHeart()
    bench.fail(.rejected("Already", answer: LikeAnswer(isLiked: true, count: 11)))
    #expect(bench.shown == "♥11")
    #expect(bench.shownFailure == nil)
    #expect(bench.cause == .user)
  }

  @Test("a refusal without a version keeps the known version")
  func rejectionKeepsTheVersion() {
    var bench = Bench<QuantityIntent>(4)
    bench.feed(.report(CartAnswer(quantity: 4, version: 3), .push))
    bench.tap(.add(2))
    bench.fail(.limit(4))
    #expect(bench.state.version == 3)
    #expect(bench.state.display.limits.maximum == 4)
    #expect(bench.shown == 4)
  }

  @Test("signed out: all queued intents fail, with one error")
  func signedOutFailsAllQueuedIntents() {
    var bench = Bench<QuantityIntent>(1)
    let first = bench.tap(.add(1))
    let second = bench.tap(.add(1))
    bench.fail(.signedOut)
    #expect(bench.resolutions == [first: .failed(.signedOut), second: .failed(.signedOut)])
    #expect(bench.shown == 1)
    #expect(bench.shownFailure == .signedOut)
    #expect(bench.effects.contains(.propagate(.signedOut)))
    #expect(bench.state.failure?.intent == .add(2))
  }

  @Test("a failure of the lane also fails the queued intent")
  func laneFailureFailsTheQueuedIntents() {
    var bench = Bench<QuantityIntent>(1)
    bench.tap(.add(1))
    let second = bench.tap(.add(1))
    let error = ServiceError.rejected("The cart is locked").scoped(to: .lane)
    bench.fail(error)
    #expect(bench.resolutions[second] == .failed(error))
    #expect(bench.sent == [.add(1)])
    #expect(bench.shown == 1)
  }

  @Test func queuedSetOfASoldOutProductIsLimited() {
    var bench = Bench<QuantityIntent>(2)
    bench.tap(.add(1))
    let set = bench.tap(.set(5))
    bench.reply(CartAnswer(quantity: 0, limits: QuantityLimits(maximum: 0)))
    #expect(bench.shown == 0)
    #expect(bench.sent == [.add(1)])
    #expect(bench.resolutions[set] == .limited(0))
  }

  @Test("a late or repeated reply is ignored")
  func repeatedReplyIsIgnored() {
    var bench = Bench<QuantityIntent>(1)
    let tap = bench.tap(.add(1))
    bench.reply(CartAnswer(quantity: 2))
    bench.feed(.reply(tap, .success(CartAnswer(quantity: 9))))
    #expect(bench.shown == 2)
    #expect(bench.effects.isEmpty)
  }

  @Test("a reply older than an earlier push does not undo the push")
  func replyOlderThanAPushKeepsThePush() {
    var bench = Bench<LikeIntent>()
    let tap = bench.tapHeart()
    bench.feed(.report(LikeAnswer(isLiked: false, count: 15, version: 6), .push))
    #expect(bench.shown == "♥16")
    bench.reply(LikeAnswer(isLiked: true, count: 11, version: 5))
    #expect(bench.shown == "♡15")
    #expect(bench.resolutions[tap] == .applied)
    #expect(bench.shownFailure == nil)
  }

  @Test("a reply to a guessed quantity is not an adjustment")
  func knownQuantityDoesNotAdjustAGuess() {
    var bench = Bench<QuantityIntent>(CartValue.unknown)
    let tap = bench.tap(.add(1))
    bench.reply(CartAnswer(quantity: 4))
    #expect(bench.shown == 4)
    #expect(bench.cause == .confirm)
    #expect(bench.resolutions[tap] == .applied)
    #expect(bench.shownAdjustments.isEmpty)
  }

  @Test("a conflict whose value can't be read is a failure, since the server refused the request")
  func unreadableConflictFails() {
    var bench = Bench<LikeIntent>()
    let tap = bench.tapHeart()
    bench.fail(.conflict)
    while bench.state.inFlight != nil {
      #expect(!bench.state.isUncertain)
      bench.read(nil)
      bench.endWait()
    }
    #expect(bench.resolutions == [tap: .failed(.conflict)])
    #expect(bench.shown == "♡10")
    #expect(bench.shownFailure == .conflict)
  }

  @Test(arguments: [
    CartAnswer(quantity: 4, notice: "Two were there already"),
    CartAnswer(quantity: 4, limits: QuantityLimits(maximum: 4)),
  ])
  func answerWithAReasonAdjustsAGuess(answer: CartAnswer) {
    var bench = Bench<QuantityIntent>(CartValue.unknown)
    bench.tap(.add(1))
    bench.reply(answer)
    #expect(bench.cause == .adjust)
    #expect(bench.shownAdjustments.map(\.notice) == [answer.notice])
    #expect(bench.shownAdjustments.map(\.limit) == [answer.limits?.maximum])
  }

  @Test func differingReplyToASetAdjustsAGuess() {
    var bench = Bench<QuantityIntent>(CartValue.unknown)
    bench.tap(.set(9))
    bench.reply(CartAnswer(quantity: 5))
    #expect(bench.shownAdjustments.map(\.actual.quantity) == [5])
  }

  @Test func aReportedQuantityIsKnown() {
    var bench = Bench<QuantityIntent>(CartValue.unknown)
    bench.feed(.report(CartAnswer(quantity: 0), .push))
    #expect(bench.state.confirmed.isKnown)
    let tap = bench.tap(.set(0))
    #expect(bench.resolutions == [tap: .unchanged])
    #expect(bench.sent.isEmpty)
  }

  /// For example the reply to a like that the server already has.
  @Test func replyWithTheVersionThatWasSentIsNotRead() {
    var bench = Bench<LikeIntent>()
    bench.feed(.report(LikeAnswer(isLiked: false, count: 10, version: 5), .push))
    _ = bench.tapHeart()
    bench.reply(LikeAnswer(isLiked: true, count: 11, version: 5))
    #expect(!bench.effects.contains(.read))
    #expect(bench.state.isIdle)
    bench.feed(.report(LikeAnswer(isLiked: false, count: 10, version: 4), .push))
    #expect(bench.shown == "♥11")
  }

  @Test func replyWithoutAVersionEndsTheKnownOne() {
    var bench = Bench<LikeIntent>()
    bench.feed(.report(LikeAnswer(isLiked: false, count: 10, version: 5), .push))
    _ = bench.tapHeart()
    bench.reply(LikeAnswer(isLiked: true, count: 11))
    let tap = bench.tapHeart()
    #expect(
      bench.effects == [.send(LikeIntent(isLiked: false), key: tap, attempt: 1, version: nil)])
  }

  /// Another user's like arrived meanwhile, and the reply may be from before it.
  @Test func assumedResultIsNewerThanTheLastVersion() {
    var bench = Bench<LikeIntent>()
    bench.feed(.report(LikeAnswer(isLiked: false, count: 10, version: 5), .push))
    _ = bench.tapHeart()
    bench.feed(.report(LikeAnswer(isLiked: false, count: 15, version: 6), .push))
    bench.reply(LikeAnswer(isLiked: true, count: 11))
    #expect(bench.shown == "♥16")
    let tap = bench.tapHeart()
    #expect(
      bench.effects == [.send(LikeIntent(isLiked: false), key: tap, attempt: 1, version: nil)])
  }
}
