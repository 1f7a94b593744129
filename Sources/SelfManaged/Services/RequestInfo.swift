/// The information that accompanies every request that changes a value.
public struct RequestInfo: Hashable, Sendable {
  /// The idempotency key of the intent; the same for each attempt.
  public var key: IdempotencyKey
  /// The number of the attempt; 1 for the first.
  public var attempt: Int
  /// The version of the server's value that the intent is based on, if it is known.
  ///
  /// A back end that versions its carts refuses the request with ``ServiceError/conflict`` if its
  /// version has changed.
  public var version: Int?

  /// Creates the information for a request.
  public init(key: IdempotencyKey, attempt: Int = 1, version: Int? = nil) {
    self.key = key
    self.attempt = attempt
    self.version = version
  }
}
