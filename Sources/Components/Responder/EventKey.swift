/// The name of a value in an ``EventInfo``, and the expected type of the value.
///
/// An app adds its own keys as static members:
///
/// ```swift
/// extension EventKey where Value == Int { static var row: Self { "row" } }
/// ```
///
/// The name alone identifies the value. Two keys with one name and different types identify the
/// same value. ``EventInfo/value(for:)`` with the wrong type throws a ``PayloadError``.
public struct EventKey<Value: Sendable>: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name of the value.
  public let name: String

  /// Creates a key from its name.
  public init(_ name: String) { self.name = name }

  /// Creates a key from a literal.
  public init(stringLiteral name: String) { self.name = name }
}
