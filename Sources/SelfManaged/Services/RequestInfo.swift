/// The information that accompanies each request that changes a value.
public struct RequestInfo: Hashable, Sendable {
  /// The idempotency key of the request, the same for each attempt after a lost reply.
  ///
  /// After a busy reply, ``ServiceError/offline`` or a conflict, the server did nothing under the
  /// key. Then the request has a new key, since later taps may have changed its intent.
  public var key: IdempotencyKey
  /// The number of the attempt under this key; 1 for the first attempt.
  ///
  /// Attempts that found no network count too, so a service may not see every number.
  public var attempt: Int
  /// The version of the server's value on which the intent is based; `nil` if it is not known.
  ///
  /// If the server has another version when the request arrives, throw ``ServiceError/conflict``.
  public var version: Int?
  /// The opaque version of the cart that the session knows, as ``Cart/tag`` reported it; otherwise
  /// `nil`.
  ///
  /// If the server has another one when the request arrives, throw ``ServiceError/conflict``.
  public var tag: String?

  /// Creates the information for a request.
  public init(key: IdempotencyKey, attempt: Int = 1, version: Int? = nil, tag: String? = nil) {
    self.key = key
    self.attempt = attempt
    self.version = version
    self.tag = tag
  }
}

/// A key that identifies a request in all its attempts.
///
/// A request that is sent again after an unknown outcome has the same key, so that a back end can
/// distinguish a repeated request from a new one. Every other request has a new key, including one
/// that is sent again after a conflict or a busy reply. Two keys with the same text are equal.
public struct IdempotencyKey: RawRepresentable, Hashable, Sendable {
  /// The text to send, for example as the header `Idempotency-Key`.
  ///
  /// The text is created each time it is read, so it costs nothing if the service does not read it.
  public var rawValue: String { number.map { beginning + String($0) } ?? beginning }

  private let beginning: String
  private let number: UInt64?

  /// Creates a key from its text.
  public init(rawValue: String) {
    beginning = rawValue
    number = nil
  }

  /// Creates a key from a session's prefix and a number that is unique in the session.
  init(beginning: String, number: UInt64) {
    self.beginning = beginning
    self.number = number
  }
}
