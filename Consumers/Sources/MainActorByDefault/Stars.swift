import Components
import SelfManaged

// A value of the app's own, with the user's own part and a shared part. Without `nonisolated`
// the compiler refuses it: "main actor-isolated conformance of 'Stars' to 'Hashable' cannot satisfy
// conformance requirement".

// snippet.value
nonisolated struct Stars: Hashable, Sendable {
  var mine = 0
  var voters = 0
}
// snippet.end

/// An intent and an answer conform to `Sendable` protocols, so they are nonisolated without the word.
struct StarsIntent: OptimisticIntent {
  var mine: Int

  func applied(to value: Stars) -> Stars {
    Stars(mine: mine, voters: value.voters + (value.mine == 0 ? 1 : 0))
  }

  static func value(from answer: StarsAnswer, over shown: Stars, before: Stars) -> Stars {
    Stars(mine: answer.mine ?? shown.mine, voters: answer.voters ?? shown.voters)
  }
}

/// What the server reports of the stars; `nil` is unspecified.
struct StarsAnswer: ServerAnswer {
  var mine: Int?
  var voters: Int?
  var version: Int?
}

/// A field's value of the app's own.
nonisolated struct Address: Hashable, Sendable {
  var city: String
}

/// A rule about a part of it.
let hasCity: Rule<Address> = .on(\.city, .required)
