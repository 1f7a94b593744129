/// Work for the shell after an event, in the given order.
package enum FormEffect: Hashable, Sendable {
  /// Send the event `timer` with this event's logical time after the delay.
  case schedule(FieldID, Duration)
  /// Run the field's async rules, and send their result as `answered` with this logical time.
  case runAsyncRules(FieldID)
  /// Cancel the delay or the async rules of the field.
  case cancel(FieldID)
  /// Move the focus to the field that is the first to fail when this effect is performed.
  case focusFirstFailing
  /// Notify the submissions with these logical times that they have ended.
  case finish([LogicalTime])
  /// Notify the submissions with these logical times that they were abandoned.
  case abandon([LogicalTime])
}
