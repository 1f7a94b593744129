/// An error for a value that an event lacks, or has with another type than its handler expects.
///
/// ```swift
/// PayloadError.missing(key: "row", expected: "Int")
/// PayloadError.typeMismatch(key: "row", expected: "Int", actual: "String")
/// ```
///
/// Types are stored as text, so that errors can be compared and logged.
public struct PayloadError: Error, Hashable, Sendable {
  /// The kind of error.
  public let code: Code
  /// The name of the key; for the payload of a typed event, the name of the event.
  public let key: String
  /// The type that the handler expects.
  public let expected: String
  /// The type of the value; `nil` if there is no value.
  public let actual: String?

  /// A kind of error.
  public struct Code: Hashable, Sendable {
    /// The name of the kind.
    public let rawValue: String

    /// There is no value under the key.
    public static let missing = Self(rawValue: "missing")
    /// The value under the key has another type.
    public static let typeMismatch = Self(rawValue: "typeMismatch")
    /// The event was sent by name only, and the handler expects a ``TypedEvent``.
    public static let untyped = Self(rawValue: "untyped")
  }

  /// Returns an error for a key without a value.
  public static func missing(key: String, expected: String) -> Self {
    Self(code: .missing, key: key, expected: expected, actual: nil)
  }

  /// Returns an error for a value of another type.
  public static func typeMismatch(key: String, expected: String, actual: String) -> Self {
    Self(code: .typeMismatch, key: key, expected: expected, actual: actual)
  }

  /// Returns an error for an event that was sent by name only.
  public static func untyped(name: String, expected: String) -> Self {
    Self(code: .untyped, key: name, expected: expected, actual: nil)
  }

  /// Returns an error for a value of another type; names the modules if the types have equal names.
  static func typeMismatch(key: String, expected: Any.Type, actual: Any.Type) -> Self {
    let short = (String(describing: expected), String(describing: actual))
    let names =
      short.0 == short.1 ? (String(reflecting: expected), String(reflecting: actual)) : short
    return typeMismatch(key: key, expected: names.0, actual: names.1)
  }
}

extension PayloadError: CustomStringConvertible {
  /// The cause and the fix.
  public var description: String {
    switch code {
    case .missing:
      """
      There is no value under "\(key)"; the handler expects \(expected). \
      Send the value with the event, or add it in a decorator below the handler.
      """
    case .untyped:
      """
      The event "\(key)" was sent by name only; the handler expects \(expected). \
      Send a \(expected), or handle the event by name.
      """
    default:
      """
      "\(key)" has the type \(actual ?? "unknown"); the handler expects \(expected). \
      Use the same type in the sender and the handler.
      """
    }
  }
}
