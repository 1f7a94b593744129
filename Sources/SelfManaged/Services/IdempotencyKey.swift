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
