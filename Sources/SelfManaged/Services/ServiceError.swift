/// The outcome of a request that did not succeed.
///
/// ```swift
/// throw ServiceError.offline                                   // the request was never sent
/// throw ServiceError.unknownOutcome                            // sent, and no reply arrived
/// throw ServiceError.rejected("Sold out", answer: CartAnswer(quantity: 0))
/// throw ServiceError.limit(5).scoped(to: .lane)
/// ```
///
/// The most important difference is between ``offline`` and ``unknownOutcome``: the first
/// guarantees that the server did nothing; with the second, the server may or may not have applied
/// the request.
public struct ServiceError: Error, Sendable {
  /// The kind of failure.
  public var code: Code {
    get { fields.code }
    set { fields.code = newValue }
  }
  /// The extent of the failure beyond the request.
  public var scope: Scope {
    get { fields.scope }
    set { fields.scope = newValue }
  }
  /// The server's message for the user, shown unchanged; empty if the server sent none.
  public var serverMessage: String {
    get { fields.message }
    set { fields.message = newValue }
  }
  /// The message for the user: the server's, else an English one; never empty.
  public var message: String { message(in: .english) }
  /// The message for developers, for logs; never shown to the user.
  public var debugMessage: String {
    get { fields.debugMessage }
    set { fields.debugMessage = newValue }
  }
  /// The greatest quantity, with ``Code/limit``.
  public var maximum: Int? {
    get { fields.maximum }
    set { fields.maximum = newValue }
  }
  /// The value that the server reported with its refusal: a ``LikeAnswer`` or ``CartAnswer``.
  public var answer: (any ServerAnswer)? {
    get { fields.answer }
    set { fields.answer = newValue }
  }

  /// Boxed, so that an error that is usually absent takes one word in its owner.
  private var box: Box

  private indirect enum Box { case fields(Fields) }

  private struct Fields {
    var code: Code
    var scope: Scope
    var message: String
    var debugMessage = ""
    var maximum: Int?
    var answer: (any ServerAnswer)?
  }

  private var fields: Fields {
    get {
      switch box {
      case .fields(let fields): fields
      }
    }
    set { box = .fields(newValue) }
  }

  /// Creates an error; the static members are shorter.
  ///
  /// The message is the server's; without one, ``message`` has a text for the code. By default
  /// ``Code/signedOut`` reaches the session, and every other code reaches the intent.
  public init(
    _ code: Code, _ message: String = "", scope: Scope? = nil, maximum: Int? = nil,
    answer: (any ServerAnswer)? = nil
  ) {
    box = .fields(
      Fields(
        code: code, scope: scope ?? (code == .signedOut ? .session : .intent), message: message,
        maximum: maximum, answer: answer))
  }

  /// Returns the message for the user: the server's, else the language's text for the code.
  ///
  /// ```swift
  /// showToast(failed.error.message(in: .simplifiedChinese))
  /// ```
  ///
  /// The text is never empty: see ``MessageLanguage/text(of:)``.
  public func message(in language: MessageLanguage) -> String { language.text(of: self) }

  /// A kind of failure.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The kind's name.
    public let rawValue: String

    /// Creates a kind from its name; a name this package does not know counts as ``rejected``.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The server refused the request and did nothing.
    public static let rejected = Self(rawValue: "rejected")
    /// The server refused the request because its quantity limit is reached.
    public static let limit = Self(rawValue: "limit")
    /// The server refused the request because its value has changed since.
    public static let conflict = Self(rawValue: "conflict")
    /// The server refused the request because the user is signed out.
    public static let signedOut = Self(rawValue: "signedOut")
    /// The request was never sent.
    public static let offline = Self(rawValue: "offline")
    /// The request may or may not have been applied.
    public static let unknownOutcome = Self(rawValue: "unknownOutcome")
    /// The component is bound to a session that has ended, so nothing was sent.
    public static let sessionEnded = Self(rawValue: "sessionEnded")
    /// The session has no service for the request, so nothing was sent.
    public static let missingService = Self(rawValue: "missingService")
  }

  /// The extent of a failure beyond its request.
  public enum Scope: Hashable, Sendable {
    /// Only the request fails: later taps are still sent.
    case intent
    /// The queued intents of the lane fail too.
    case lane
    /// All queued intents of the session fail too.
    case session
  }

  /// Returns the same error with another reach.
  public func scoped(to scope: Scope) -> Self {
    var copy = self
    copy.scope = scope
    return copy
  }
}

extension ServiceError {
  /// The server refused the request and did nothing.
  public static let rejected = Self(.rejected)

  /// The server refused the request and did nothing, with a message and possibly its value.
  public static func rejected(_ message: String, answer: (any ServerAnswer)? = nil) -> Self {
    Self(.rejected, message, answer: answer)
  }

  /// The server refused the request because at most `maximum` are allowed.
  public static func limit(
    _ maximum: Int, _ message: String = "", answer: (any ServerAnswer)? = nil
  ) -> Self {
    Self(.limit, message, maximum: maximum, answer: answer)
  }

  /// The server's value has changed since the request was made.
  public static let conflict = Self(.conflict)

  /// The server's value has changed since the request was made; `answer` is the new value.
  public static func conflict(answer: any ServerAnswer) -> Self { Self(.conflict, answer: answer) }

  /// The user is signed out; all queued intents of the session fail too.
  public static let signedOut = Self(.signedOut)

  /// The request was never sent: no network, connection refused.
  public static let offline = Self(.offline)

  /// The request was sent and no reply arrived: a timeout, a lost connection, a canceled task.
  public static let unknownOutcome = Self(.unknownOutcome)

  /// The component is bound to a session that has ended.
  ///
  /// The package reports it; a service does not throw it.
  public static let sessionEnded: Self = {
    var error = Self(.sessionEnded)
    error.debugMessage =
      "The component is bound to a session that has ended; bind it to the new session."
    return error
  }()

  /// The session has no service of a type.
  ///
  /// The package reports it; a service does not throw it.
  static func missingService(_ type: String, _ argument: String) -> Self {
    var error = Self(.missingService)
    error.debugMessage = "This session has no \(type); pass one to Session(\(argument):)."
    return error
  }

  /// Converts any error: a `ServiceError` is kept, any other error is an unknown outcome.
  public init(_ error: any Error) {
    if let error = error as? ServiceError {
      self = error
    } else {
      self = .unknownOutcome
      debugMessage = String(describing: error)
    }
  }
}

extension ServiceError: Hashable {
  /// Whether both are equal, including the carried answers.
  public static func == (first: Self, second: Self) -> Bool {
    first.code == second.code && first.scope == second.scope
      && first.serverMessage == second.serverMessage && first.debugMessage == second.debugMessage
      && first.maximum == second.maximum
      && first.answer.map { AnyHashable($0) } == second.answer.map { AnyHashable($0) }
  }

  /// Hashes everything but the carried answer.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(scope)
    hasher.combine(serverMessage)
    hasher.combine(maximum)
  }
}

extension ServiceError: CustomStringConvertible {
  /// The code, the reach if it is more than the intent, the messages, and the carried answer.
  public var description: String {
    let maximum = maximum.map { "(\($0))" } ?? ""
    let scope = scope == .intent ? "" : ", reaching the \(scope)"
    let told = answer.map { " (the server has \($0))" } ?? ""
    let words = [serverMessage, debugMessage].filter { !$0.isEmpty }.map { ": \($0)" }.joined()
    return code.rawValue + maximum + scope + words + told
  }
}
