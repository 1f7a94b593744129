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

  /// Creates the information for a request.
  public init(key: IdempotencyKey, attempt: Int = 1, version: Int? = nil) {
    self.key = key
    self.attempt = attempt
    self.version = version
  }
}
