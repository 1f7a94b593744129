/// The form's knowledge of one field: its findings, never its value.
package struct FieldState: Hashable, Sendable {
  package let id: FieldID
  /// The fields that its rules read.
  package var reads: [FieldID]
  /// Whether it has async rules.
  package var hasAsyncRules: Bool
  /// Whether it takes part in checks and submits.
  package internal(set) var isEnabled = true
  /// The synchronous rules' result for the current value.
  package internal(set) var verdict = Verdict.unknown
  /// The progress of the async rules for the current value.
  package internal(set) var asyncCheck = AsyncCheck.none
  /// The server's failure for the current value.
  package internal(set) var refusal: RuleFailure?
  /// The logical time of its last change of value.
  package internal(set) var changedAt = LogicalTime(rawValue: 0)
  /// Whether its findings may be shown now.
  package internal(set) var showsError = false

  /// Whether it has shown a failure since it was added or reset.
  var hasErred = false
  /// Whether the user has left it since it was added or reset.
  var isTouched = false
  /// Whether the async rules run once all others pass: set by a keystroke.
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
    /// All rules passed or were skipped.
    case passed
    /// The first failing rule.
    case failed(RuleFinding)
  }

  /// The progress of the async rules.
  package enum AsyncCheck: Hashable, Sendable {
    /// The async rules have not started.
    case none
    /// The delay that began at this logical time; the async rules run after it.
    case debouncing(LogicalTime)
    /// The async rules that started at this logical time are running.
    case running(LogicalTime)
    /// The async rules have finished.
    case ended(AsyncCheckResult)
  }

  /// Whether an async check is pending, including the delay before it; never while disabled.
  package var isPending: Bool {
    switch asyncCheck {
    case .debouncing, .running: true
    case .none, .ended: false
    }
  }

  /// Whether async rules or the server may add findings to those of the synchronous rules.
  package var isMoreThanRules: Bool { hasAsyncRules || refusal != nil }

  /// The known failure of the value: its own rules first, then the server's, then the async rules'.
  package var finding: RuleFinding? {
    guard isEnabled else { return nil }
    if case .failed(let finding) = verdict { return finding }
    return refusal.map { RuleFinding($0) } ?? asyncFinding
  }

  /// The failure that the async rules found.
  package var asyncFinding: RuleFinding? {
    switch asyncCheck {
    case .ended(.failed(let finding)), .ended(.unanswered(let finding)): finding
    case .none, .debouncing, .running, .ended(.passed): nil
    }
  }

  /// The failure that is shown: any finding once revealed, and the server's failure in any case.
  package var shown: RuleFinding? {
    showsError ? finding : isEnabled ? refusal.map { RuleFinding($0) } : nil
  }
}
