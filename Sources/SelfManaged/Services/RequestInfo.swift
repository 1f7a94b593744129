/// What goes with every request that changes something.
public struct RequestInfo: Hashable, Sendable {
  /// Names the wish; the same for each attempt at it.
  public var key: IdempotencyKey
  /// Which attempt this is; 1 for the first.
  public var attempt: Int
  /// The version of the server's value that the wish was decided on, where one is known.
  ///
  /// A back end that versions its carts refuses the request with ``ServiceError/conflict`` if its
  /// own version has moved on.
  public var version: Int?

  /// Creates the information for a request.
  public init(key: IdempotencyKey, attempt: Int = 1, version: Int? = nil) {
    self.key = key
    self.attempt = attempt
    self.version = version
  }
}
