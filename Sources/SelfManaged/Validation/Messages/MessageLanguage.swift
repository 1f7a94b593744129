/// Puts failures of forms and of services into words.
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
///
/// french[ServiceError.Code.offline] = { _ in "Pas de connexion" }
/// showToast(failed.error.message(in: french))
/// ```
public struct MessageLanguage: Sendable {
  /// Says what is wrong; called on the main actor when a message is shown.
  public typealias Phrase = @Sendable (MessageParts) -> String

  /// Says why a request failed; called on any thread when a message is read.
  public typealias ServicePhrase = @Sendable (ServiceError) -> String

  /// The language's tag, for example `zh-Hans`.
  public let identifier: String
  /// A whole number in words, where the language has words for it.
  public var spell: @Sendable (Int) -> String
  /// What is said of a failure that has no phrase of its own.
  public var otherwise: Phrase

  private var phrases: [RuleCode: Phrase] = [:]
  private var servicePhrases: [ServiceError.Code: ServicePhrase] = [:]

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

  /// What is said of requests that failed with a code, where the server sent no words.
  public subscript(code: ServiceError.Code) -> ServicePhrase? {
    get { servicePhrases[code] }
    set { servicePhrases[code] = newValue }
  }

  /// A failed request in words: the server's where it sent some, else the phrase for its code.
  ///
  /// A code without a phrase counts as ``ServiceError/Code/rejected``. A language without a phrase
  /// for that either leaves it to English, so the text is never empty.
  public func text(of error: ServiceError) -> String {
    guard error.serverMessage.isEmpty else { return error.serverMessage }
    for phrases in [servicePhrases, Self.english.servicePhrases] {
      guard let phrase = phrases[error.code] ?? phrases[.rejected] else { continue }
      let text = phrase(error)
      if !text.isEmpty { return text }
    }
    return error.code.rawValue
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
