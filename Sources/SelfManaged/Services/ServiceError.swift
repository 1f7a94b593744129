/// An error that describes the outcome of a request that did not succeed.
///
/// ```swift
/// throw ServiceError.offline                                   // the request was never sent
/// throw ServiceError.unknownOutcome                            // sent, and no reply arrived
/// throw ServiceError.rejected("Sold out", answer: CartAnswer(quantity: 0))
/// throw ServiceError.limit(5).scoped(to: .lane)
/// ```
///
/// The most important distinction is between ``offline`` and ``unknownOutcome``. ``offline``
/// guarantees that the server did nothing. With ``unknownOutcome``, the server may or may not have
/// applied the request.
public struct ServiceError: Error, Sendable {
  /// The kind of failure.
  public var code: Code {
    get { fields.code }
    set { fields.code = newValue }
  }
  /// The other intents that fail together with the request.
  public var scope: Scope {
    get { fields.scope }
    set { fields.scope = newValue }
  }
  /// The server's message for the user, shown unchanged; empty if the server sent none.
  public var serverMessage: String {
    get { fields.message }
    set { fields.message = newValue }
  }
  /// The message for the user: the server's, or else an English text for the code; never empty.
  public var message: String { message(in: .english) }
  /// The message for developers, for logs; never shown to the user.
  public var debugMessage: String {
    get { fields.debugMessage }
    set { fields.debugMessage = newValue }
  }
  /// The greatest quantity, for ``Code/limit``; `nil` if it is unknown.
  public var maximum: Int? {
    get { fields.maximum }
    set { fields.maximum = newValue }
  }
  /// The delay that a busy server asked for, for ``Code/busy``; `nil` if it named none.
  public var retryAfter: Duration? {
    get { fields.retryAfter }
    set { fields.retryAfter = newValue }
  }
  /// The value that the server reported with its refusal, for example a ``LikeAnswer`` or a
  /// ``CartAnswer``; `nil` if it reported none.
  ///
  /// An answer without any part changes nothing, as `nil` does.
  public var answer: (any ServerAnswer)? {
    get { fields.answer }
    set { fields.answer = newValue }
  }

  /// The boxed fields, so that an error, which is usually absent, takes one word in its owner:
  /// without the box a like takes a third more instructions (`Benchmarks/count like-cycle`).
  private var box: Box

  private indirect enum Box { case fields(Fields) }

  private struct Fields {
    var code: Code
    var scope: Scope
    var message: String
    var debugMessage = ""
    var maximum: Int?
    var retryAfter: Duration?
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
  /// - Parameters:
  ///   - code: The kind of failure.
  ///   - message: The server's message for the user. If it is empty, ``message`` is
  ///     a text for the code.
  ///   - scope: The intents that fail; by default the whole session's for ``Code/signedOut``, and
  ///     only the request's for every other code.
  ///   - maximum: The greatest quantity, for ``Code/limit``.
  ///   - answer: The value that the server reported with its refusal.
  public init(
    _ code: Code, _ message: String = "", scope: Scope? = nil, maximum: Int? = nil,
    answer: (any ServerAnswer)? = nil
  ) {
    box = .fields(
      Fields(
        code: code, scope: scope ?? (code == .signedOut ? .session : .intent), message: message,
        maximum: maximum, answer: answer))
  }

  /// Returns the message for the user: the server's, or else the language's text for the code.
  ///
  /// ```swift
  /// showToast(failed.error.message(in: .simplifiedChinese))
  /// ```
  ///
  /// If the code has no phrase, the phrase for ``Code/rejected`` is used, and then the English
  /// phrase. So the message is never empty.
  public func message(in language: MessageLanguage) -> String { language.text(of: self) }

  /// A kind of failure.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the kind.
    public let rawValue: String

    /// Creates a kind from its name; an unknown kind is handled like ``rejected``.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The server refused the request and did nothing.
    public static let rejected = Self(rawValue: "rejected")
    /// The server refused the request because the quantity limit is reached.
    public static let limit = Self(rawValue: "limit")
    /// The server refused the request because its value has changed in the meantime.
    public static let conflict = Self(rawValue: "conflict")
    /// The server refused the request because the user is signed out.
    public static let signedOut = Self(rawValue: "signedOut")
    /// The server did nothing, and asks to send the request again later.
    public static let busy = Self(rawValue: "busy")
    /// The request was never sent.
    public static let offline = Self(rawValue: "offline")
    /// The request may or may not have been applied.
    public static let unknownOutcome = Self(rawValue: "unknownOutcome")
    /// The component is bound to a session that has ended, so nothing was sent.
    public static let sessionEnded = Self(rawValue: "sessionEnded")
    /// The session has no service for the request, so nothing was sent.
    public static let missingService = Self(rawValue: "missingService")
  }

  /// The intents that fail together with a request; for ``Code/busy``, the ones that wait with it.
  public enum Scope: Hashable, Sendable {
    /// Only the request's intent fails; queued intents are still sent.
    case intent
    /// All queued intents of the lane fail too, and those that wait for a busy server.
    case lane
    /// All queued intents of the session fail too, and those that wait for a busy server.
    case session
  }

  /// Returns the same error with another scope.
  public func scoped(to scope: Scope) -> Self {
    var copy = self
    copy.scope = scope
    return copy
  }
}

extension ServiceError {
  /// Whether queued intents of other items fail as well.
  var failsOthers: Bool { scope != .intent && code != .busy }

  /// The server refused the request and did nothing.
  public static let rejected = Self(.rejected)

  /// Returns an error for a refused request, with the server's message and, if reported, its value.
  public static func rejected(_ message: String, answer: (any ServerAnswer)? = nil) -> Self {
    Self(.rejected, message, answer: answer)
  }

  /// Returns an error for a request that was refused because at most `maximum` are allowed.
  ///
  /// Pass `nil` if the server did not report the maximum.
  /// A cart learns the maximum. Another kind learns it only if its
  /// ``OptimisticIntent/answer(in:)`` returns it.
  public static func limit(
    _ maximum: Int?, _ message: String = "", answer: (any ServerAnswer)? = nil
  ) -> Self {
    Self(.limit, message, maximum: maximum, answer: answer)
  }

  /// The server refused the request because its value has changed in the meantime.
  public static let conflict = Self(.conflict)

  /// Returns an error for a value that has changed in the meantime; `answer` is the new value, if
  /// reported.
  public static func conflict(_ message: String = "", answer: (any ServerAnswer)?) -> Self {
    Self(.conflict, message, answer: answer)
  }

  /// Returns an error for a busy server, which did nothing and asks to wait: a reply with the
  /// status 429, or 503 with `Retry-After`.
  ///
  /// ```swift
  /// throw ServiceError.busy(after: .seconds(10)).scoped(to: .session)
  /// ```
  ///
  /// The displayed value stays, and the status `isWaiting` is `true`. The intent goes back to the
  /// queue, relative intents too, and later taps coalesce with it. After the delay it is sent under
  /// a new key; under the same key if the reply to an earlier attempt was lost. A random part is
  /// added to the delay, see ``OptimisticPolicy/jitter``. If the server is still busy after
  /// ``OptimisticPolicy/maximumBusyRetries`` retries or ``OptimisticPolicy/longestBackOff``, the
  /// intent fails.
  ///
  /// With the scope ``Scope/session``, no change and no read of the session is sent during the
  /// delay, or during ``OptimisticPolicy/longestBackOff`` if that is shorter; with ``Scope/lane``,
  /// no request of the shared lane. With the scope ``Scope/intent``, the other items of a shared
  /// lane go on.
  ///
  /// - Parameters:
  ///   - delay: The delay that the server asked for; `nil` if it named none. To derive it from the
  ///     headers of a reply, use ``busy(retryAfter:date:_:)``. Zero, and a negative
  ///     delay from a date in the past, are honored once; then they count as `nil`.
  ///   - message: The server's message for the user, shown if the intent fails at last.
  /// - Returns: The error; the scope is ``Scope/intent``.
  public static func busy(after delay: Duration? = nil, _ message: String = "") -> Self {
    var error = Self(.busy, message)
    error.retryAfter = delay
    return error
  }

  /// The user is signed out; all queued intents of the session fail too.
  public static let signedOut = Self(.signedOut)

  /// The request was never sent, for example because there is no network or the connection was
  /// refused.
  public static let offline = Self(.offline)

  /// The request was sent and no reply arrived, for example because of a timeout, a lost connection
  /// or a canceled task.
  public static let unknownOutcome = Self(.unknownOutcome)

  /// The component is bound to a session that has ended.
  ///
  /// Only the package reports this error; a service does not throw it.
  public static let sessionEnded: Self = {
    var error = Self(.sessionEnded)
    error.debugMessage =
      "The component is bound to a session that has ended; bind it to the new session."
    return error
  }()

  /// Returns an error for a session without a service of a type.
  ///
  /// Only the package reports this error; a service does not throw it.
  static func missingService(_ type: String, _ argument: String) -> Self {
    var error = Self(.missingService)
    error.debugMessage = "This session has no \(type); pass one to Session(\(argument):)."
    return error
  }

  /// Returns an error for a session in which a kind of item is not registered.
  static func unregistered<Intent: OptimisticIntent>(_ intent: Intent.Type) -> Self {
    if intent == LikeIntent.self { return .missingService("LikeService", "likes") }
    if intent == QuantityIntent.self { return .missingService("CartService", "cart") }
    var error = Self(.missingService)
    error.debugMessage =
      "This session has no transport for \(intent); call register(\(intent).self) { id in … }."
    return error
  }

  /// Converts any error: a `ServiceError` stays the same, and any other error is an unknown outcome
  /// with the error's description as ``debugMessage``.
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
  /// Whether all properties are equal, including the answers.
  public static func == (first: Self, second: Self) -> Bool {
    first.code == second.code && first.scope == second.scope
      && first.serverMessage == second.serverMessage && first.debugMessage == second.debugMessage
      && first.maximum == second.maximum && first.retryAfter == second.retryAfter
      && first.answer.map { AnyHashable($0) } == second.answer.map { AnyHashable($0) }
  }

  /// Hashes the code, the scope, the server's message and the maximum.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(scope)
    hasher.combine(serverMessage)
    hasher.combine(maximum)
  }
}

extension ServiceError: CustomStringConvertible {
  /// The code, the scope unless it is ``Scope/intent``, the messages, and the answer.
  public var description: String {
    let maximum = maximum.map { "(\($0))" } ?? retryAfter.map { "(after \($0))" } ?? ""
    let scope = scope == .intent ? "" : ", scope \(scope)"
    let reported = answer.map { " (the server reported \($0))" } ?? ""
    let words = [serverMessage, debugMessage].filter { !$0.isEmpty }.map { ": \($0)" }.joined()
    return code.rawValue + maximum + scope + words + reported
  }
}
