/// An error for a value that an event lacks, or has with another type than its handler expects.
///
/// ```swift
/// PayloadError.missing(key: "row", expected: "Int")
/// PayloadError.typeMismatch(key: "row", expected: "Int", actual: "String")
/// ```
///
/// Types are stored as text, so that errors can be compared and logged.
public enum PayloadError: Error, Hashable, Sendable {
  /// There is no value under the key.
  case missing(key: String, expected: String)
  /// The value under the key has another type; for the payload of a typed event, `key` is the name
  /// of the event.
  case typeMismatch(key: String, expected: String, actual: String)
  /// The event was sent by name only, and the handler expects a ``TypedEvent``.
  case untyped(name: String, expected: String)

  /// Returns an error for a value of another type; names the modules if the types have equal names.
  static func mismatch(key: String, expected: Any.Type, actual: Any.Type) -> Self {
    let short = (String(describing: expected), String(describing: actual))
    let names =
      short.0 == short.1 ? (String(reflecting: expected), String(reflecting: actual)) : short
    return .typeMismatch(key: key, expected: names.0, actual: names.1)
  }
}

extension PayloadError: CustomStringConvertible {
  /// The cause and the fix.
  public var description: String {
    switch self {
    case .missing(let key, let expected):
      """
      There is no value under "\(key)"; the handler expects \(expected). \
      Send the value with the event, or add it in a decorator below the handler.
      """
    case .typeMismatch(let key, let expected, let actual):
      """
      "\(key)" has the type \(actual); the handler expects \(expected). \
      Use the same type in the sender and the handler.
      """
    case .untyped(let name, let expected):
      """
      The event "\(name)" was sent by name only; the handler expects \(expected). \
      Send a \(expected), or handle the event by name.
      """
    }
  }
}
