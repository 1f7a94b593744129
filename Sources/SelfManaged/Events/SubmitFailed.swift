public import Components

/// A submit failed because the form is invalid.
///
/// It is sent once for each failed submit, on the main actor; two simultaneous submits count as
/// one. The sender is the first invalid field, if it is a responder. The form has shown the
/// failures and focused that field before. A module that does not import this one handles
/// ``Components/EventName/submitFailed`` by name and reads the strings `key` and `message`.
public struct SubmitFailed: TypedEvent {
  /// The event's name.
  public static var name: EventName { .submitFailed }

  /// The field's name in code.
  public var key: String
  /// The field's failure.
  public var failure: RuleFailure
  /// The text that the user reads, in the form's language.
  public var text: String

  /// Creates an event.
  public init(key: String, failure: RuleFailure, text: String) {
    self.key = key
    self.failure = failure
    self.text = text
  }

  /// The field's key and the text.
  public var info: EventInfo { ["key": key, "message": text] }
}
