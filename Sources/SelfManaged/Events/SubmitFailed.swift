public import Components

/// A form was submitted, and something is wrong with it.
///
/// It rises once for each submit that fails, two at the same time counted as one, from the first
/// field that fails if that is a responder, after the form has shown what is wrong and pointed at that
/// field, on the main actor. A module that knows nothing of this one handles
/// ``Components/EventName/submitFailed`` by name and finds `key` and `message`, both texts.
public struct SubmitFailed: TypedEvent {
  /// Its name.
  public static var name: EventName { .submitFailed }

  /// What the field is called in code.
  public var key: String
  /// What is wrong.
  public var failure: RuleFailure
  /// What the person reads, in the form's language.
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
