/// An error for a field that could not be read.
///
/// ```text
/// "lines[3].name" at byte 17: its length is 900 bytes; only 4 left.
/// ```
///
/// Your own responses can throw it for unknown values:
/// `throw ReadError(.invalid, "status", at: reader.offset, "there is no status 7")`.
public struct ReadError: Error, Hashable, Sendable {
  /// The kind of failure.
  public var code: Code
  /// The name of the field, with its enclosing fields and list elements: `lines[3].name`.
  public var field: String
  /// The offset of the field, in bytes from the first byte of the outermost reader.
  public var offset: Int
  /// A description of the failure, for logs.
  public var message: String

  /// Creates an error.
  public init(_ code: Code, _ field: String, at offset: Int, _ message: String) {
    self.code = code
    self.field = field
    self.offset = offset
    self.message = message
  }

  /// A kind of failure.
  public enum Code: Hashable, Sendable {
    /// The field needs more bytes than remain, or its length or count exceeds them.
    case tooShort
    /// The bytes are not valid UTF-8.
    case notUTF8
    /// The bytes are not a valid value of this field.
    case invalid
    /// The field is nested more than 100 deep in parts and lists, or in steps.
    case tooDeep
    /// Bytes remain where the end is expected.
    case notAtEnd
  }
}

extension ReadError: CustomStringConvertible {
  /// The field, its offset, and the failure.
  public var description: String { "\"\(field)\" at byte \(offset): \(message)." }
}

extension ReadError {
  /// Returns the same error with the field nested in another field.
  func within(_ outer: String) -> Self {
    var copy = self
    copy.field = field.isEmpty ? outer : outer + (field.hasPrefix("[") ? "" : ".") + field
    return copy
  }
}
