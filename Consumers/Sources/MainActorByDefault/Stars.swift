import Components
import SelfManaged

// The app's own value, with the user's part and a shared part. Without `nonisolated`, the compiler
// refuses it: "main actor-isolated conformance of 'Stars' to 'Hashable' cannot satisfy conformance
// requirement".

// snippet.value
nonisolated struct Stars: Hashable, Sendable {
  var mine = 0
  var voters = 0
}
// snippet.end

/// The user's change of the stars.
///
/// Intents and answers conform to `Sendable` protocols, so they are nonisolated without a keyword.
struct StarsIntent: OptimisticIntent {
  var mine: Int

  func applied(to value: Stars) -> Stars {
    Stars(mine: mine, voters: value.voters + (value.mine == 0 ? 1 : 0))
  }

  static func value(from answer: StarsAnswer, over predicted: Stars, before: Stars) -> Stars {
    Stars(mine: answer.mine ?? predicted.mine, voters: answer.voters ?? predicted.voters)
  }
}

/// The server's report on the stars; `nil` means unspecified.
struct StarsAnswer: ServerAnswer {
  var mine: Int?
  var voters: Int?
  var version: Int?
}

/// The app's own value of a field.
nonisolated struct Address: Hashable, Sendable {
  var city: String
}

/// A rule for a part of an address.
let hasCity: Rule<Address> = .on(\.city, .required)
