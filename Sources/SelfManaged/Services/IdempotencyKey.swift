/// A key that identifies one intent in all its attempts.
///
/// A request that is sent again because its outcome is unknown carries the same key, so that a back
/// end can distinguish a repeated request from a new one. Each new tap gets a new key.
public struct IdempotencyKey: RawRepresentable, Sendable {
  /// The text to send, for example as the header `Idempotency-Key`.
  ///
  /// It is built when it is read, so a service that sends no key does not pay for it.
  public var rawValue: String { number.map { beginning + String($0) } ?? beginning }

  private let beginning: String
  private let number: UInt64?

  /// Creates a key from its text.
  public init(rawValue: String) {
    beginning = rawValue
    number = nil
  }

  /// Creates a key from the prefix of all keys of a session, and a number that is unique in it.
  init(beginning: String, number: UInt64) {
    self.beginning = beginning
    self.number = number
  }
}

extension IdempotencyKey: Hashable {
  /// Whether both are the same text.
  public static func == (first: Self, second: Self) -> Bool { first.rawValue == second.rawValue }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
