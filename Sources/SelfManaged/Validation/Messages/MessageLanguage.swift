public import Components

/// The messages for failed rules, failed requests and adjusted quantities in one language.
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
/// form.language = french      // updates the visible messages without running a rule
///
/// french[ServiceError.Code.offline] = { _ in "Pas de connexion" }
/// showToast(failed.error.message(in: french))
/// ```
public struct MessageLanguage: Sendable {
  /// The language's tag, for example `zh-Hans`.
  public let identifier: String
  /// Returns a whole number in words, or in digits if the language has no words for it; called on
  /// any thread when a message is read.
  public var spell: @Sendable (Int) -> String
  /// The phrase for failed rules whose code has no phrase, or one with an empty text; called on any
  /// thread when a message is read.
  public var otherwise: @Sendable (MessageParts) -> String

  /// The phrase for adjusted and refused quantities; by default the English one.
  ///
  /// Called on any thread when a message is read.
  /// The notice `limited(maximum:)` is worded by the phrase for ``ServiceError/Code/limit``, so the
  /// notice and the error have one text.
  public var noticePhrase: @Sendable (QuantityNotice) -> String = Self.englishNotice

  /// The titles of fields in this language, by the fields' keys; a field without one here, or with an
  /// empty one, keeps its own title.
  ///
  /// A change of the form's language then changes the whole sentence:
  ///
  /// ```swift
  /// chinese.titles = ["name": "姓名", "city": "城市"]
  /// form.language = chinese  // "姓名不能为空", not "Name不能为空"
  /// ```
  public var titles: [String: String] = [:]

  private var phrases: [RuleCode: @Sendable (MessageParts) -> String] = [:]
  private var servicePhrases: [ServiceError.Code: @Sendable (ServiceError) -> String] = [:]

  /// Creates a language without phrases.
  ///
  /// - Parameters:
  ///   - identifier: The language's tag.
  ///   - spell: Returns a whole number in words; by default in digits.
  ///   - otherwise: The phrase for failed rules whose code has no phrase.
  public init(
    _ identifier: String, spell: @escaping @Sendable (Int) -> String = { "\($0)" },
    otherwise: @escaping @Sendable (MessageParts) -> String
  ) {
    self.identifier = identifier
    self.spell = spell
    self.otherwise = otherwise
  }

  /// The phrase for failed rules with a code; `nil` if there is none.
  ///
  /// Called on any thread when a message is read.
  public subscript(code: RuleCode) -> (@Sendable (MessageParts) -> String)? {
    get { phrases[code] }
    set { phrases[code] = newValue }
  }

  /// The phrase for failed requests with a code; `nil` if there is none.
  ///
  /// It is used if the server sent no message. Called on any thread when a message is read.
  public subscript(code: ServiceError.Code) -> (@Sendable (ServiceError) -> String)? {
    get { servicePhrases[code] }
    set { servicePhrases[code] = newValue }
  }

  /// Returns the title of a field in this language, or else its own.
  func title(_ key: String, otherwise title: String) -> String {
    titles[key].flatMap { $0.isEmpty ? nil : $0 } ?? title
  }

  /// Returns the message for a failed request; see ``ServiceError/message(in:)``.
  package func text(of error: ServiceError) -> String {
    guard error.serverMessage.isEmpty else { return error.serverMessage }
    for phrases in [servicePhrases, Self.english.servicePhrases] {
      guard let phrase = phrases[error.code] ?? phrases[.rejected] else { continue }
      let text = phrase(error)
      if !text.isEmpty { return text }
    }
    return error.code.rawValue
  }

  /// Returns the message for an adjusted or refused quantity: the server's, or else the phrase.
  package func text(of notice: QuantityNotice) -> String {
    switch notice {
    case .adjusted(_, _, .server(let message?)) where !message.isEmpty: message
    case .refused(let message?) where !message.isEmpty: message
    case .limited(let maximum): text(of: ServiceError(.limit, maximum: maximum))
    case .adjusted, .invalid, .refused: noticePhrase(notice)
    }
  }

  /// Returns the message for a failed rule: the rule's own, or else the phrase for the code.
  ///
  /// If the code has no phrase, the server's message is used for ``RuleCode/server``. If there is
  /// none either, or if the text of the phrase is empty, ``otherwise`` is used.
  ///
  /// - Parameters:
  ///   - failure: The failure.
  ///   - title: The field's title.
  ///   - fieldTitles: The titles of the fields that the failure's arguments name.
  /// - Returns: The message for the user.
  public func text(
    of failure: RuleFailure, title: String, fieldTitles: [FieldID: String] = [:]
  ) -> String {
    if let text = failure.ownMessage?.text(in: identifier) { return text }
    let parts = MessageParts(
      title: title, failure: failure, spell: spell, fieldTitles: fieldTitles)
    let words = phrases[failure.code]?(parts) ?? (failure.code == .server ? parts.text() : "")
    return words.isEmpty ? otherwise(parts) : words
  }
}
