/// What a form knows of one field: never its value, but what was found of it.
package struct FieldState: Hashable, Sendable {
  package let id: FieldID
  /// The fields its rules read.
  package var reads: [FieldID]
  /// Whether it has asynchronous rules.
  package var asks: Bool
  /// Whether it takes part.
  package internal(set) var isEnabled = true
  /// What its rules say of the present value.
  package internal(set) var verdict = Verdict.unknown
  /// How far its asynchronous rules are with the present value.
  package internal(set) var question = Question.none
  /// What the server said of the present value.
  package internal(set) var refusal: RuleFailure?
  /// When its value last changed.
  package internal(set) var changedAt = Stamp(rawValue: 0)
  /// Whether what is found may be shown now.
  package internal(set) var isRevealed = false

  /// Whether it has shown a failure since it was added or reset.
  var hasErred = false
  /// Whether the person has left it since it was added or reset.
  var hasBeenLeft = false
  /// Whether the asynchronous rules are to be asked once all others pass: after a keystroke.
  var wantsAnswer = false

  package init(id: FieldID, reads: [FieldID] = [], asks: Bool = false) {
    self.id = id
    self.reads = reads
    self.asks = asks
  }

  /// What the rules that answer at once say.
  package enum Verdict: Hashable, Sendable {
    /// They were not run.
    case unknown
    /// All of them pass, or are skipped.
    case passed
    /// The first that does not.
    case failed(RuleFinding)
  }

  /// How far the asynchronous rules are.
  package enum Question: Hashable, Sendable {
    /// Nobody was asked.
    case none
    /// The delay of that stamp; then they are asked.
    case debouncing(Stamp)
    /// They were asked at that stamp.
    case asking(Stamp)
    /// They answered.
    case answered(FormAnswer)
  }

  /// Whether an answer is being waited for, the delay before it included; never while disabled.
  package var isPending: Bool {
    switch question {
    case .debouncing, .asking: true
    case .none, .answered: false
    }
  }

  /// Whether anything but its rules may have something to say of it.
  package var isMoreThanRules: Bool { asks || refusal != nil }

  /// What is wrong with the value, as far as is known: its own rules first, then the server's word.
  package var finding: RuleFinding? {
    guard isEnabled else { return nil }
    if case .failed(let finding) = verdict { return finding }
    return refusal.map { RuleFinding($0) } ?? answer
  }

  /// What the asynchronous rules found wrong.
  package var answer: RuleFinding? {
    switch question {
    case .answered(.failed(let finding)), .answered(.unanswered(let finding)): finding
    case .none, .debouncing, .asking, .answered(.passed): nil
    }
  }

  /// What is shown: all that is found once it is revealed, and what the server said in any case.
  package var shown: RuleFinding? {
    isRevealed ? finding : isEnabled ? refusal.map { RuleFinding($0) } : nil
  }
}
