package import Components

/// An event of a form.
package enum FormEvent: Hashable, Sendable {
  /// A field is added before another one, in the place of the one that it replaces, or last.
  case added(FieldState, before: FieldID? = nil, replacing: FieldID? = nil)
  /// A field is removed, or its object has been released.
  case removed(FieldID)
  /// A field is enabled or disabled.
  case enabled(FieldID, Bool)
  /// A field's chain is replaced; the values are the fields that it reads, and whether it has async
  /// rules.
  case rulesChanged(FieldID, reads: [FieldID], hasAsyncRules: Bool)
  /// A field's value changed.
  case changed(FieldID, by: FieldObserver.Origin)
  /// The user left a field.
  case editingEnded(FieldID)
  /// The delay that began at this logical time has passed.
  case timer(FieldID, LogicalTime)
  /// The async rules that started at this logical time have ended.
  case asyncCheckEnded(FieldID, LogicalTime, AsyncCheckResult)
  /// The server refused values, or the form as a whole, by keys that no field has; the refusal of a
  /// field that changed after this logical time is ignored.
  case refused([Refusal], form: [String: RuleFailure] = [:], asOf: LogicalTime?)
  /// The user submits the form, or the failure of this submission has ended before it returned.
  case submit(LogicalTime, hasAction: Bool)
  /// The form is reset.
  case reset
  /// The form was valid right after the reset that ended these submissions.
  case validAfterReset([LogicalTime])

  /// The field that leaves the form.
  package var leaving: FieldID? {
    switch self {
    case .removed(let id), .added(_, _, let id?): id
    default: nil
    }
  }

  /// A field's failure that the server reported.
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
  /// This rule failed first.
  case failed(RuleFinding)
  /// This rule threw an error.
  case unanswered(RuleFinding)
}

/// A command that the shell carries out after an event, in the given order.
package enum FormEffect: Hashable, Sendable {
  /// Send `timer` with the logical time of this event after the delay.
  case schedule(FieldID, Duration)
  /// Run the field's async rules, and send `asyncCheckEnded` with the logical time of this event.
  case runAsyncRules(FieldID)
  /// Cancel the field's delay or async rules.
  case cancel(FieldID)
  /// Send `validAfterReset` with these submissions if the form is valid.
  case checkAfterReset([LogicalTime])
}
