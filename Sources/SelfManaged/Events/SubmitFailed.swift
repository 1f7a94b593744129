public import Components

/// An event for a submit that found an invalid field.
///
/// The first invalid field sends it on the main actor, once for each failed submit, after the form
/// has shown the failures and focused that field. Submits that wait at the same time count as one.
/// If that field is not a responder, no event is sent. A module that does not import this one
/// handles `selfManaged.submitFailed` by name and reads the strings `key` and `message`.
public struct SubmitFailed: TypedEvent {
  /// The event's name.
  public static let name = EventName("selfManaged.submitFailed")

  /// The field's identifier in code.
  public var key: String
  /// The field's failure.
  public var failure: RuleFailure
  /// The message for the user, in the form's language.
  public var message: String

  /// Creates an event.
  public init(key: String, failure: RuleFailure, message: String) {
    self.key = key
    self.failure = failure
    self.message = message
  }

  /// The field's key and the message, under the keys `key` and `message`.
  public var info: EventInfo { ["key": key, "message": message] }
}
