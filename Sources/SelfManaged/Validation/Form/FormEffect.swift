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
