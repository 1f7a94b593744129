/// The name of a value in an ``EventInfo``, together with its expected type.
///
/// An app adds its own as static members:
///
/// ```swift
/// extension EventKey where Value == Int { static var row: Self { "row" } }
/// ```
///
/// The text alone identifies the value. Two keys with one text and different types mean the same
/// value, and reading it as the wrong type throws a ``PayloadError``.
public struct EventKey<Value: Sendable>: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The text.
  public let name: String

  /// Creates a key from its text.
  public init(_ name: String) { self.name = name }

  /// Creates a key from a literal.
  public init(stringLiteral name: String) { self.name = name }
}
