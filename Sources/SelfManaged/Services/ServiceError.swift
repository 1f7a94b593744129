/// What a service knows of a request that did not succeed.
///
/// ```swift
/// throw ServiceError.offline                                   // it never left
/// throw ServiceError.unknownOutcome                            // it left, and no reply came
/// throw ServiceError.rejected("Sold out", answer: CartAnswer(quantity: 0))
/// throw ServiceError.limit(5).reaching(.lane)
/// ```
///
/// The difference between ``offline`` and ``unknownOutcome`` is the one that matters most: the first
/// promises that the server did nothing, the second that nobody knows.
public struct ServiceError: Error, Sendable {
  /// What happened.
  public var code: Code {
    get { fields.code }
    set { fields.code = newValue }
  }
  /// What else fails with it.
  public var reach: Reach {
    get { fields.reach }
    set { fields.reach = newValue }
  }
  /// The server's own words for the user, shown as they are; empty where it sent none.
  public var serverMessage: String {
    get { fields.message }
    set { fields.message = newValue }
  }
  /// Words for the user, in English where the server sent none; never empty.
  public var message: String { message(in: .english) }
  /// What a developer wants to know, for logs; never shown to the person.
  public var debugMessage: String {
    get { fields.debugMessage }
    set { fields.debugMessage = newValue }
  }
  /// The greatest quantity, with ``Code/limit``.
  public var maximum: Int? {
    get { fields.maximum }
    set { fields.maximum = newValue }
  }
  /// What the server told of the value with its refusal: a ``LikeAnswer`` or ``CartAnswer``.
  public var answer: (any ServerAnswer)? {
    get { fields.answer }
    set { fields.answer = newValue }
  }

  /// Kept outside, so that what may fail costs no more than a word for the error it seldom has.
  private var box: Box

  private indirect enum Box { case fields(Fields) }

  private struct Fields {
    var code: Code
    var reach: Reach
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
  /// The message is the server's own; without one, ``message`` has words for the code. Without a
  /// reach, ``Code/signedOut`` reaches the session and everything else the intent.
  public init(
    _ code: Code, _ message: String = "", reach: Reach? = nil, maximum: Int? = nil,
    answer: (any ServerAnswer)? = nil
  ) {
    box = .fields(
      Fields(
        code: code, reach: reach ?? (code == .signedOut ? .session : .intent), message: message,
        maximum: maximum, answer: answer))
  }

  /// Words for the user: the server's where it sent some, else the language's for the code.
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
    /// The server refused the request because no more are to be had.
    public static let limit = Self(rawValue: "limit")
    /// The server refused the request because its value has moved on.
    public static let conflict = Self(rawValue: "conflict")
    /// The server refused the request because nobody is signed in.
    public static let signedOut = Self(rawValue: "signedOut")
    /// The request never left this device.
    public static let offline = Self(rawValue: "offline")
    /// The request may or may not have been carried out.
    public static let unknownOutcome = Self(rawValue: "unknownOutcome")
    /// The component is bound to a session that has ended, so nothing was sent.
    public static let sessionEnded = Self(rawValue: "sessionEnded")
    /// The session has no service for the request, so nothing was sent.
    public static let missingService = Self(rawValue: "missingService")
  }

  /// What fails together with the request.
  public enum Reach: Hashable, Sendable {
    /// Nothing else: what was tapped meanwhile is still sent.
    case intent
    /// Everything waiting behind it.
    case lane
    /// Everything waiting in the session.
    case session
  }

  /// The same error, reaching further.
  public func reaching(_ reach: Reach) -> Self {
    var copy = self
    copy.reach = reach
    return copy
  }
}

extension ServiceError {
  /// The server refused the request and did nothing.
  public static let rejected = Self(.rejected)

  /// The server refused the request and did nothing; it said why, and perhaps what is true.
  public static func rejected(_ message: String, answer: (any ServerAnswer)? = nil) -> Self {
    Self(.rejected, message, answer: answer)
  }

  /// No more than `maximum` are to be had.
  public static func limit(
    _ maximum: Int, _ message: String = "", answer: (any ServerAnswer)? = nil
  ) -> Self {
    Self(.limit, message, maximum: maximum, answer: answer)
  }

  /// The server's value has moved on since the request was decided.
  public static let conflict = Self(.conflict)

  /// The server's value has moved on, and this is what it is now.
  public static func conflict(answer: any ServerAnswer) -> Self { Self(.conflict, answer: answer) }

  /// Nobody is signed in; everything that waits in the session fails with it.
  public static let signedOut = Self(.signedOut)

  /// The request never left this device: no network, connection refused.
  public static let offline = Self(.offline)

  /// The request left and no reply came: a time-out, a lost connection, a cancelled task.
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

  /// What is known of any error: itself if it is a `ServiceError`, else an unknown outcome.
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
  /// Whether both say the same, the carried answers included.
  public static func == (first: Self, second: Self) -> Bool {
    first.code == second.code && first.reach == second.reach
      && first.serverMessage == second.serverMessage && first.debugMessage == second.debugMessage
      && first.maximum == second.maximum
      && first.answer.map { AnyHashable($0) } == second.answer.map { AnyHashable($0) }
  }

  /// Hashes everything but the carried answer.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(reach)
    hasher.combine(serverMessage)
    hasher.combine(maximum)
  }
}

extension ServiceError: CustomStringConvertible {
  /// The code, what it reaches if more than the intent, the server's words, and its answer.
  public var description: String {
    let maximum = maximum.map { "(\($0))" } ?? ""
    let reach = reach == .intent ? "" : ", reaching the \(reach)"
    let told = answer.map { " (the server has \($0))" } ?? ""
    let words = [serverMessage, debugMessage].filter { !$0.isEmpty }.map { ": \($0)" }.joined()
    return code.rawValue + maximum + reach + words + told
  }
}
