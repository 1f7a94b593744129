/// Puts failures into words.
///
/// English and Simplified Chinese come with the package. An app changes a phrase, adds those of its
/// own rules, or makes a language:
///
/// ```swift
/// var language = MessageLanguage.english
/// language["reserved"] = { "\($0.title) is reserved" }
///
/// var french = MessageLanguage("fr") { "\($0.title) n’est pas valable" }
/// french[.required] = { "\($0.title) est obligatoire" }
/// form.language = french      // what is shown now changes, and no rule runs again
/// ```
public struct MessageLanguage: Sendable {
  /// Says what is wrong; called on the main actor when a message is shown.
  public typealias Phrase = @Sendable (MessageParts) -> String

  /// The language's tag, for example `zh-Hans`.
  public let identifier: String
  /// A whole number in words, where the language has words for it.
  public var spell: @Sendable (Int) -> String
  /// What is said of a failure that has no phrase of its own.
  public var otherwise: Phrase

  private var phrases: [RuleCode: Phrase] = [:]

  /// Creates a language without phrases.
  ///
  /// - Parameters:
  ///   - identifier: The language's tag.
  ///   - spell: A whole number in words; by default its digits.
  ///   - otherwise: What is said where there is no phrase.
  public init(
    _ identifier: String, spell: @escaping @Sendable (Int) -> String = { "\($0)" },
    otherwise: @escaping Phrase
  ) {
    self.identifier = identifier
    self.spell = spell
    self.otherwise = otherwise
  }

  /// What is said of failures with a code.
  public subscript(code: RuleCode) -> Phrase? {
    get { phrases[code] }
    set { phrases[code] = newValue }
  }

  /// A failure in words.
  ///
  /// - Parameters:
  ///   - failure: What is wrong.
  ///   - title: The field's title.
  ///   - fieldTitles: The titles of the fields that are among the failure's arguments.
  /// - Returns: What the person reads.
  public func text(
    of failure: RuleFailure, title: String, fieldTitles: [FieldID: String] = [:]
  ) -> String {
    let parts = MessageParts(
      title: title, failure: failure, spell: spell, fieldTitles: fieldTitles)
    return (phrases[failure.code] ?? otherwise)(parts)
  }
}
