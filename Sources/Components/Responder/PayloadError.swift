/// An error for an event that lacks a value that its handler needs.
///
/// ```swift
/// PayloadError.missing(key: "row", expected: "Int")
/// PayloadError.typeMismatch(key: "row", expected: "Int", actual: "String")
/// ```
///
/// Types are named as text, so that errors can be compared and logged.
public struct PayloadError: Error, Hashable, Sendable {
  /// The kind of error.
  public let code: Code
  /// The text of the key; for ``Code/untyped`` the name of the event.
  public let key: String
  /// The type the handler expected.
  public let expected: String
  /// The type that was found; `nil` where there was no value.
  public let actual: String?

  /// A kind of error.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The kind's name.
    public let rawValue: String

    /// Creates a kind from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// There is no value under the key.
    public static let missing = Self(rawValue: "missing")
    /// There is a value of another type under the key.
    public static let typeMismatch = Self(rawValue: "typeMismatch")
    /// The event was sent by its name alone, and the handler needs a ``TypedEvent``.
    public static let untyped = Self(rawValue: "untyped")
  }

  /// There is no value under the key.
  public static func missing(key: String, expected: String) -> Self {
    Self(code: .missing, key: key, expected: expected, actual: nil)
  }

  /// There is a value of another type under the key.
  public static func typeMismatch(key: String, expected: String, actual: String) -> Self {
    Self(code: .typeMismatch, key: key, expected: expected, actual: actual)
  }

  /// The event `name` was sent by its name alone.
  public static func untyped(name: String, expected: String) -> Self {
    Self(code: .untyped, key: name, expected: expected, actual: nil)
  }

  /// A mismatch of two types, with their modules where the names alone are equal.
  static func typeMismatch(key: String, expected: Any.Type, actual: Any.Type) -> Self {
    let short = (String(describing: expected), String(describing: actual))
    let names =
      short.0 == short.1 ? (String(reflecting: expected), String(reflecting: actual)) : short
    return typeMismatch(key: key, expected: names.0, actual: names.1)
  }
}

extension PayloadError: CustomStringConvertible {
  /// The cause, and how to fix it.
  public var description: String {
    switch code {
    case .missing:
      """
      Nothing is under "\(key)", where the handler expects \(expected). \
      Write it when sending, or in a layer below the handler.
      """
    case .untyped:
      """
      The event "\(key)" was sent by its name alone, and the handler expects \(expected). \
      Send a \(expected), or handle the event by its name.
      """
    default:
      """
      "\(key)" holds \(actual ?? "nothing"), where the handler expects \(expected). \
      Sender and handler must mean the same type by this key.
      """
    }
  }
}
