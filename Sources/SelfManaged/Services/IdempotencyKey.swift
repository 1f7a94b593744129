/// Names one wish of the user, however often it has to be sent.
///
/// A request that is sent again because its outcome is unknown carries the same key, so that a back
/// end can tell "the same one again" from "another one". Each new tap gets a new key.
public struct IdempotencyKey: RawRepresentable, Sendable {
  /// The text to send, for example as the header `Idempotency-Key`.
  ///
  /// Put together when it is asked for, so a service that sends no key does not pay for one.
  public var rawValue: String { number.map { beginning + String($0) } ?? beginning }

  private let beginning: String
  private let number: UInt64?

  /// Creates a key from its text.
  public init(rawValue: String) {
    beginning = rawValue
    number = nil
  }

  /// Creates a key from what all keys of a session begin with, and what tells it from the others.
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
