/// The name of an event.
///
/// An app adds its own names as static members:
///
/// ```swift
/// extension EventName { static let buy: Self = "buy" }
/// ```
///
/// Two equal names identify the same event, even if independent modules declare them.
public struct EventName: RawRepresentable, Hashable, Sendable {
  /// The text of the name.
  public let rawValue: String

  /// Creates a name from its text.
  public init(rawValue: String) { self.rawValue = rawValue }
}

extension EventName: ExpressibleByStringLiteral {
  /// Creates a name from a literal.
  public init(stringLiteral name: String) { self.init(rawValue: name) }
}

extension EventName: CustomStringConvertible {
  /// The text of the name.
  public var description: String { rawValue }
}
