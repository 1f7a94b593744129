import Components
import SelfManaged
import Testing

/// What counts is the part of the value that the user's intent changes, not what others change.
struct OwnPartTests {
  @Test func aFailureThatUndoesNothingOfTheUsersIsSilent() {
    var bench = Bench<LikeIntent>(LikeValue(isLiked: true, count: 11))
    _ = bench.tapHeart()
    _ = bench.tapHeart()
    bench.fail(.rejected("No", answer: LikeAnswer(isLiked: true, count: 12)))
    #expect(bench.shown == "♥12")
    #expect(bench.shownFailure == nil)
    #expect(bench.state.failure == nil)
    #expect(bench.state.cause == .external)
  }

  @Test func aFailureThatUndoesTheFlagIsShown() {
    var bench = Bench<LikeIntent>()
    _ = bench.tapHeart()
    bench.fail(.rejected("No", answer: LikeAnswer(isLiked: false, count: 15)))
    #expect(bench.shown == "♡15")
    #expect(bench.shownFailure != nil)
    #expect(bench.state.cause == .rollback)
  }

  /// A vote between -1 and 1, and everyone's score; it keeps every default of the protocol.
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

  @Test func aRefusalThatKeepsTheVoteIsSilent() {
    var bench = Bench<Vote>(Vote.Value(vote: 1, score: 11))
    bench.tap(Vote(vote: 0))
    bench.tap(Vote(vote: 1))
    bench.fail(.rejected("No", answer: Vote.Answer(vote: 1, score: 30)))
    #expect(bench.shownFailure == nil)
    #expect(bench.state.display == Vote.Value(vote: 1, score: 30))
  }

  /// The reply comes from a cache; the push reported the newer count.
  @Test func aReplyWithoutAVersionDoesNotUndoAPushedCount() {
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
}
