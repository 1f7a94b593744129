/// The state of one field in the reducer, without its value.
package struct FieldState: Hashable, Sendable {
  package let id: FieldID
  /// The fields that the rules read.
  package var reads: [FieldID]
  /// Whether the chain has async rules.
  package var hasAsyncRules: Bool
  /// Whether the field takes part in checks and submits.
  package internal(set) var isEnabled = true
  /// The result of the synchronous rules for the current value.
  package internal(set) var verdict = Verdict.unknown
  /// The progress of the async rules for the current value.
  package internal(set) var asyncCheck = AsyncCheck.none
  /// The server's failure for the current value.
  package internal(set) var refusal: RuleFailure?
  /// The logical time of the last change of the value.
  package internal(set) var changedAt = LogicalTime(rawValue: 0)
  /// Whether the failures of the rules are shown.
  package internal(set) var showsError = false

  /// Whether the field has shown a failure since it was added or reset.
  var hasErred = false
  /// Whether the user has left the field since it was added or reset.
  var isTouched = false
  /// Whether the async rules run once all other rules pass; a change by the user sets it.
  var wantsAsyncCheck = false

  package init(id: FieldID, reads: [FieldID] = [], hasAsyncRules: Bool = false) {
    self.id = id
    self.reads = reads
    self.hasAsyncRules = hasAsyncRules
  }

  /// The result of the synchronous rules.
  package enum Verdict: Hashable, Sendable {
    /// The rules have not run.
    case unknown
    /// Each rule passed or was skipped.
    case passed
    /// This rule failed first.
    case failed(RuleFinding)
  }

  /// The progress of the async rules.
  package enum AsyncCheck: Hashable, Sendable {
    /// The async rules have not started.
    case none
    /// The delay that began at this logical time is running; the async rules follow it.
    case debouncing(LogicalTime)
    /// The async rules that started at this logical time are running.
    case running(LogicalTime)
    /// The async rules have ended with this result.
    case ended(AsyncCheckResult)
  }

  /// Whether an async check is pending, including its delay; `false` while the field is disabled.
  package var isPending: Bool {
    switch asyncCheck {
    case .debouncing, .running: true
    case .none, .ended: false
    }
  }

  /// Whether the field may have failures other than those of its synchronous rules.
  package var isMoreThanRules: Bool { hasAsyncRules || refusal != nil }

  /// The known failure: of the synchronous rules, or else from the server, or else of the async
  /// rules.
  package var finding: RuleFinding? {
    guard isEnabled else { return nil }
    if case .failed(let finding) = verdict { return finding }
    return refusal.map { RuleFinding($0) } ?? asyncFinding
  }

  /// The failure of the async rules; `nil` if there is none.
  package var asyncFinding: RuleFinding? {
    switch asyncCheck {
    case .ended(.failed(let finding)), .ended(.unanswered(let finding)): finding
    case .none, .debouncing, .running, .ended(.passed): nil
    }
  }

  /// The failure to show; a failure from the server does not depend on ``showsError``.
  package var shown: RuleFinding? {
    showsError ? finding : isEnabled ? refusal.map { RuleFinding($0) } : nil
  }
}
