// Two kinds of the app's own: a rating with an average, and comments that are posted once.

import Fakes
import SelfManaged

// snippet.rating
/// What a reader sees of the ratings of a recipe.
struct RatingValue: Hashable, Sendable {
  var mine: Int?
  var average = 0.0
  var count = 0
}

/// The user's change: to give this number of stars.
struct RatingIntent: OptimisticIntent {
  var stars: Int

  func applied(to value: RatingValue) -> RatingValue {
    if value.mine == stars { return value }  // computed again, the average could differ
    let sum = value.average * Double(value.count) - Double(value.mine ?? 0) + Double(stars)
    let count = value.mine == nil ? value.count + 1 : value.count
    return RatingValue(mine: stars, average: sum / Double(max(1, count)), count: count)
  }

  static func value(
    from answer: RatingAnswer, over predicted: RatingValue, before: RatingValue
  ) -> RatingValue {
    RatingValue(
      mine: answer.mine ?? predicted.mine, average: answer.average ?? predicted.average,
      count: answer.count ?? predicted.count)
  }

  static func isVisuallyEqual(_ first: RatingValue, _ second: RatingValue) -> Bool {
    first.mine == second.mine && first.count == second.count
      && (first.average * 10).rounded() == (second.average * 10).rounded()  // shown as 4.3
  }
}

struct RatingAnswer: ServerAnswer {
  var mine: Int?
  var average: Double?
  var count: Int?
  var version: Int?
  var isComplete: Bool { mine != nil && average != nil && count != nil }
}
// snippet.end

// snippet.comment
/// The user's change: to post a comment.
struct CommentIntent: OptimisticIntent {
  var text: String
  var isAbsolute: Bool { false }  // sent twice, it would be posted twice

  func applied(to value: [String]) -> [String] { value + [text] }

  func merged(with next: Self) -> Self { Self(text: text + "\n" + next.text) }

  static func value(
    from answer: CommentAnswer, over predicted: [String], before: [String]
  ) -> [String] {
    answer.texts ?? predicted
  }
}

struct CommentAnswer: ServerAnswer {
  var texts: [String]?
  var version: Int?
  var isComplete: Bool { texts != nil }
}
// snippet.end

@MainActor
func ratingsAreNotAdjusted() async {
  let session = Session.fake()
  var value = RatingValue(mine: nil, average: 4.3, count: 17)
  session.register(RatingIntent.self) { _ in
    Transport(send: { intent, _ in RatingAnswer(mine: intent.stars) })
  }
  var adjustments = 0
  let binding = session.bind(
    RatingIntent.self, to: "soup", startingAt: value,
    knowing: RatingAnswer(average: value.average, count: value.count)
  ) { change in
    value = change.value
    if change.adjustment != nil { adjustments += 1 }
  }
  for stars in 1...5 {
    binding.send(RatingIntent(stars: stars))
    await session.settled()
  }
  precondition(value.mine == 5 && value.count == 18 && adjustments == 0)
}

@MainActor
func everyCommentIsPostedOnce() async {
  let wire = FakeWire(), session = Session.fake()
  var posted: [String] = []
  session.register(CommentIntent.self) { _ in
    Transport(
      send: { intent, _ in
        try await wire.carry {
          posted.append(intent.text)
          return CommentAnswer(texts: posted)
        }
      }, read: { CommentAnswer(texts: posted) })
  }
  let binding = session.bind(
    CommentIntent.self, to: "soup", startingAt: [], knowing: CommentAnswer(texts: [])
  ) { _ in }
  wire.loseNextReply()
  binding.send(CommentIntent(text: "Nice"))
  await session.settled()
  precondition(posted == ["Nice"] && binding.value == ["Nice"])
  wire.hold()
  for text in ["One", "Two", "Three"] { binding.send(CommentIntent(text: text)) }
  wire.release()
  await session.settled()
  precondition(posted == ["Nice", "One", "Two\nThree"] && binding.value == posted)
}

await ratingsAreNotAdjusted()
await everyCommentIsPostedOnce()
