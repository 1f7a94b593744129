/// What the shell has to do after an event, in the order given.
package enum FormEffect: Hashable, Sendable {
  /// Answer with the event `timer` under this event's stamp, so much later.
  case schedule(FieldID, Duration)
  /// Ask the field's asynchronous rules, and answer with `answered` under this event's stamp.
  case ask(FieldID)
  /// Whatever was scheduled or asked for the field is of no use any more.
  case cancel(FieldID)
  /// Give the focus to the field that is the first to fail when this is carried out.
  case focusFirstFailing
  /// Tell the submissions of those stamps that they are over.
  case finish([Stamp])
  /// Tell the submissions of those stamps that nobody waits for them to be over any more.
  case abandon([Stamp])
}
