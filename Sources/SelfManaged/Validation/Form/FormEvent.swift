package import Components

/// An event of a form.
package enum FormEvent: Hashable, Sendable {
  /// A field joins at a place, `0` being the first; it may replace another field, which leaves
  /// before the place is counted.
  case added(FieldState, at: Int, replacing: FieldID? = nil)
  /// A field leaves, because it was removed or because its object was freed.
  case removed(FieldID)
  /// A field is enabled or disabled.
  case enabled(FieldID, Bool)
  /// A field's chain is replaced: the fields that it reads, and whether it has async rules.
  case rulesChanged(FieldID, reads: [FieldID], hasAsyncRules: Bool)
  /// A field's value changed.
  case changed(FieldID, by: FieldWatcher.Origin)
  /// The user left a field.
  case editingEnded(FieldID)
  /// The delay that began at this logical time has passed.
  case timer(FieldID, LogicalTime)
  /// The async rules that started at this logical time have finished.
  case asyncCheckEnded(FieldID, LogicalTime, AsyncCheckResult)
  /// The server refused values; a field that changed after this logical time ignores its refusal.
  case refused([Refusal], asOf: LogicalTime?)
  /// The user submits; the event's logical time identifies the submission.
  case submit
  /// The caller of the submission with this logical time no longer waits for it.
  case withdrawn(LogicalTime)
  /// The form returns to its state after the fields were added.
  case reset

  /// A failure of a field that the server reported.
  package struct Refusal: Hashable, Sendable {
    package let id: FieldID
    package let failure: RuleFailure

    package init(_ id: FieldID, _ failure: RuleFailure) {
      self.id = id
      self.failure = failure
    }
  }
}

/// The combined result of a field's async rules.
package enum AsyncCheckResult: Hashable, Sendable {
  /// All rules passed.
  case passed
  /// The first failing rule.
  case failed(RuleFinding)
  /// The first rule that threw an error.
  case unanswered(RuleFinding)
}
