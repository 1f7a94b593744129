/// Names one wish of the user, however often it has to be sent.
///
/// A request that is sent again because its outcome is unknown carries the same key, so that a back
/// end can tell "the same one again" from "another one". Each new tap gets a new key.
public struct IdempotencyKey: RawRepresentable, Hashable, Sendable {
  /// The text to send, for example as the header `Idempotency-Key`.
  public let rawValue: String

  /// Creates a key from its text.
  public init(rawValue: String) { self.rawValue = rawValue }
}
