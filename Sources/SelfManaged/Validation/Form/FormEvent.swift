package import Components

/// Everything that can happen to a form.
package enum FormEvent: Hashable, Sendable {
  /// A field joins at a place, `0` being the first; it may replace another, which leaves before the
  /// place is counted.
  case added(FieldState, at: Int, replacing: FieldID? = nil)
  /// A field leaves, because it was removed or because its object is gone.
  case removed(FieldID)
  /// A field begins or ceases to take part.
  case enabled(FieldID, Bool)
  /// A field has another chain: which fields it reads, and whether it asks anybody.
  case rulesChanged(FieldID, reads: [FieldID], asks: Bool)
  /// A field has another value.
  case changed(FieldID, by: FieldWatcher.Origin)
  /// The person left a field.
  case editingEnded(FieldID)
  /// The delay asked for at that stamp has passed.
  case timer(FieldID, Stamp)
  /// The asynchronous rules that were asked at that stamp have answered.
  case answered(FieldID, Stamp, FormAnswer)
  /// The server refused values; those that were changed after the stamp are others by now.
  case refused([Refusal], asOf: Stamp?)
  /// The person submits; the event's stamp names the submission.
  case submit
  /// The caller of the submission of that stamp no longer waits for it.
  case withdrawn(Stamp)
  /// All is as it was when the fields were added.
  case reset

  /// What the server says of a field.
  package struct Refusal: Hashable, Sendable {
    package let id: FieldID
    package let failure: RuleFailure

    package init(_ id: FieldID, _ failure: RuleFailure) {
      self.id = id
      self.failure = failure
    }
  }
}

/// What the asynchronous rules of a field say together.
package enum FormAnswer: Hashable, Sendable {
  /// All of them pass.
  case passed
  /// The first that does not.
  case failed(RuleFinding)
  /// The first that could not be answered.
  case unanswered(RuleFinding)
}
