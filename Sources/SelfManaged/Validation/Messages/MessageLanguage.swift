/// The wording of failed rules and failed requests in one language.
///
/// English and Simplified Chinese come with the package. An app can change a phrase, add phrases
/// for its own rules, or create a language:
///
/// ```swift
/// var language = MessageLanguage.english
/// language["reserved"] = { "\($0.title) is reserved" }
///
/// var french = MessageLanguage("fr") { "\($0.title) n’est pas valable" }
/// french[.required] = { "\($0.title) est obligatoire" }
/// form.language = french      // updates the visible texts, and runs no rule
///
/// french[ServiceError.Code.offline] = { _ in "Pas de connexion" }
/// showToast(failed.error.message(in: french))
/// ```
public struct MessageLanguage: Sendable {
  /// Words a failed rule; called on the main actor when a message is shown.
  public typealias Phrase = @Sendable (MessageParts) -> String

  /// Words a failed request; called on any thread when a message is read.
  public typealias ServicePhrase = @Sendable (ServiceError) -> String

  /// The language's tag, for example `zh-Hans`.
  public let identifier: String
  /// Spells a whole number, if the language has words for it.
  public var spell: @Sendable (Int) -> String
  /// The phrase for a failure without a phrase of its own.
  public var otherwise: Phrase

  private var phrases: [RuleCode: Phrase] = [:]
  private var servicePhrases: [ServiceError.Code: ServicePhrase] = [:]

  /// Creates a language without phrases.
  ///
  /// - Parameters:
  ///   - identifier: The language's tag.
  ///   - spell: Spells a whole number; by default as digits.
  ///   - otherwise: The phrase for a failure without a phrase.
  public init(
    _ identifier: String, spell: @escaping @Sendable (Int) -> String = { "\($0)" },
    otherwise: @escaping Phrase
  ) {
    self.identifier = identifier
    self.spell = spell
    self.otherwise = otherwise
  }

  /// The phrase for failed rules with a code.
  public subscript(code: RuleCode) -> Phrase? {
    get { phrases[code] }
    set { phrases[code] = newValue }
  }

  /// The phrase for failed requests with a code, used if the server sent no message.
  public subscript(code: ServiceError.Code) -> ServicePhrase? {
    get { servicePhrases[code] }
    set { servicePhrases[code] = newValue }
  }

  /// Words a failed request: the server's message if there is one, else the phrase for its code.
  ///
  /// A code without a phrase counts as ``ServiceError/Code/rejected``. If the language has no
  /// phrase for that code either, the English phrase is used, so the text is never empty.
  public func text(of error: ServiceError) -> String {
    guard error.serverMessage.isEmpty else { return error.serverMessage }
    for phrases in [servicePhrases, Self.english.servicePhrases] {
      guard let phrase = phrases[error.code] ?? phrases[.rejected] else { continue }
      let text = phrase(error)
      if !text.isEmpty { return text }
    }
    return error.code.rawValue
  }

  /// Words a failed rule.
  ///
  /// - Parameters:
  ///   - failure: The failure.
  ///   - title: The field's title.
  ///   - fieldTitles: The titles of the fields that are among the failure's arguments.
  /// - Returns: The text for the user.
  public func text(
    of failure: RuleFailure, title: String, fieldTitles: [FieldID: String] = [:]
  ) -> String {
    let parts = MessageParts(
      title: title, failure: failure, spell: spell, fieldTitles: fieldTitles)
    return (phrases[failure.code] ?? otherwise)(parts)
  }
}
