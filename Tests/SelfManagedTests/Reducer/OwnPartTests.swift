import Components
import SelfManaged
import Testing

/// Failures and adjustments depend on the user's own part of the value, not on others' changes.
struct OwnPartTests {
  @Test func failureThatKeepsTheUsersPartIsSilent() {
    var bench = Bench<LikeIntent>(LikeValue(isLiked: true, count: 11))
    _ = bench.tapHeart()
    _ = bench.tapHeart()
    bench.fail(.rejected("No", answer: LikeAnswer(isLiked: true, count: 12)))
    #expect(bench.shown == "♥12")
    #expect(bench.shownFailure == nil)
    #expect(bench.state.failure == nil)
    #expect(bench.cause == .external)
  }

  @Test func failureThatUndoesTheFlagIsReported() {
    var bench = Bench<LikeIntent>()
    _ = bench.tapHeart()
    bench.fail(.rejected("No", answer: LikeAnswer(isLiked: false, count: 15)))
    #expect(bench.shown == "♡15")
    #expect(bench.shownFailure != nil)
    #expect(bench.cause == .rollback)
  }

  /// A vote between -1 and 1 and a common score, with every default of the protocol.
  struct Vote: OptimisticIntent {
    struct Value: Hashable, Sendable { var vote = 0, score = 10 }
    struct Answer: ServerAnswer {
      var vote: Int
      var score: Int
      var version: Int?
    }
    var vote: Int
    func applied(to value: Value) -> Value {
      Value(vote: vote, score: value.score + vote - value.vote)
    }
    static func value(from answer: Answer, over predicted: Value, before: Value) -> Value {
      Value(vote: answer.vote, score: answer.score)
    }
  }

  @Test func othersVotesAreNoAdjustment() {
    var bench = Bench<Vote>(Vote.Value())
    let tap = bench.tap(Vote(vote: 1))
    bench.reply(Vote.Answer(vote: 1, score: 17))
    #expect(bench.resolutions[tap] == .applied)
    #expect(bench.shownAdjustments.isEmpty)
    #expect(bench.state.display == Vote.Value(vote: 1, score: 17))
  }

  @Test func anotherVoteIsAnAdjustment() {
    var bench = Bench<Vote>(Vote.Value())
    bench.tap(Vote(vote: 1))
    bench.reply(Vote.Answer(vote: -1, score: 9))
    #expect(bench.shownAdjustments.map(\.actual) == [Vote.Value(vote: -1, score: 9)])
  }

  @Test func rejectionThatKeepsTheVoteIsSilent() {
    var bench = Bench<Vote>(Vote.Value(vote: 1, score: 11))
    bench.tap(Vote(vote: 0))
    bench.tap(Vote(vote: 1))
    bench.fail(.rejected("No", answer: Vote.Answer(vote: 1, score: 30)))
    #expect(bench.shownFailure == nil)
    #expect(bench.state.display == Vote.Value(vote: 1, score: 30))
  }

  /// The reply comes from a cache; the push reported the newer count.
  @Test func unversionedReplyKeepsAPushedCount() {
    var bench = Bench<LikeIntent>()
    _ = bench.tapHeart()
    var frames = [bench.shown]
    bench.feed(.report(LikeAnswer(isLiked: true, count: 11), .push))
    frames.append(bench.shown)
    bench.reply(LikeAnswer(isLiked: true, count: 10))
    frames.append(bench.shown)
    #expect(bench.effects.contains(.read))
    bench.read(LikeAnswer(isLiked: true, count: 11))
    frames.append(bench.shown)
    #expect(frames == ["♥11", "♥11", "♥11", "♥11"])
  }

  @Test func likeDroppedByTheServerIsAdjusted() {
    var bench = Bench<LikeIntent>()
    let tap = bench.tapHeart()
    bench.reply(LikeAnswer(isLiked: false, count: 12))
    let adjustment = Adjustment(
      requested: LikeValue(isLiked: true, count: 11), actual: LikeValue(isLiked: false, count: 12))
    #expect(bench.shown == "♡12")
    #expect(bench.cause == .adjust)
    #expect(bench.shownAdjustments == [adjustment])
    #expect(bench.resolutions == [tap: .adjusted(adjustment)])
  }

  @Test func aCountThatOthersMovedIsNoAdjustment() {
    var bench = Bench<LikeIntent>()
    let tap = bench.tapHeart()
    bench.reply(LikeAnswer(isLiked: true, count: 17))
    #expect(bench.resolutions == [tap: .applied])
    #expect(bench.shownAdjustments.isEmpty)
  }

  @Test func pushedFlagWithAnEqualCountIsAdopted() {
    var bench = Bench<LikeIntent>()
    bench.feed(.report(LikeAnswer(isLiked: true, count: 10), .push))
    #expect(bench.shown == "♥10")
  }

  @Test func versionedReplyWithAnEqualCountIsAdopted() {
    var bench = Bench<LikeIntent>()
    _ = bench.tapHeart()
    bench.reply(LikeAnswer(isLiked: true, count: 10, version: 1))
    #expect(bench.shown == "♥10")
  }

  /// Added points, with every default that a relative intent may use.
  struct Bonus: OptimisticIntent {
    struct Answer: ServerAnswer {
      var points: Int
      var version: Int?
    }
    var points: Int
    var isAbsolute: Bool { false }
    func applied(to value: Int) -> Int { value + points }
    static func value(from answer: Answer, over predicted: Int, before: Int) -> Int {
      answer.points
    }
  }

  @Test(arguments: [(13, false), (12, true)])
  func onlyADifferingValueAdjustsARelativeIntent(points: Int, isAdjusted: Bool) {
    var bench = Bench<Bonus>(10)
    let tap = bench.tap(Bonus(points: 3))
    bench.reply(Bonus.Answer(points: points))
    let adjustments = isAdjusted ? [Adjustment(requested: 13, actual: points)] : []
    #expect(bench.shownAdjustments == adjustments)
    #expect(bench.resolutions[tap] == (adjustments.first.map { .adjusted($0) } ?? .applied))
  }

  @Test func outcomeInALaterRefusalIsNoFailure() {
    var bench = Bench<LikeIntent>()
    let tap = bench.tapHeart()
    bench.fail(.unknownOutcome)
    bench.endWait()
    bench.fail(.rejected("Twice", answer: LikeAnswer(isLiked: true, count: 20)))
    #expect(bench.resolutions[tap] == .applied)
    #expect(bench.shown == "♥20")
    #expect(bench.cause == .confirm)
    #expect(bench.shownFailure == nil)
    #expect(bench.state.failure == nil)
  }

  @Test(arguments: [(false, Int.max), (true, .min)])
  func countThatCannotChangeStays(isLiked: Bool, count: Int) {
    let value = LikeIntent(isLiked: !isLiked).applied(to: LikeValue(isLiked: isLiked, count: count))
    #expect(value == LikeValue(isLiked: !isLiked, count: value.count))
    #expect(value.count == LikeValue(isLiked: isLiked, count: count).count)
  }

  /// The count is derived from the confirmed value, and not from a count that was kept at zero.
  @Test func countOfAQueuedLikeIsDerivedFromTheConfirmedOne() {
    var bench = Bench<LikeIntent>(LikeValue(isLiked: true, count: 0))
    bench.tap(LikeIntent(isLiked: false))
    #expect(bench.shown == "♡0")
    bench.tap(LikeIntent(isLiked: true))
    #expect(bench.shown == "♥0")
  }
}
