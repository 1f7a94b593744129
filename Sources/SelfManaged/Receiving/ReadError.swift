/// Why a field could not be read.
///
/// ```text
/// "lines[3].name" at byte 17: its length says 900 bytes, and 4 are left.
/// ```
///
/// Your own responses throw it for values they do not know:
/// `throw ReadError(.invalid, "status", at: reader.offset, "there is no status 7")`.
public struct ReadError: Error, Hashable, Sendable {
  /// What kind of failure it is.
  public var code: Code
  /// Which field, with the fields and list elements it stands in: `lines[3].name`.
  public var field: String
  /// Where the field begins, counted from the first byte of the outermost reader.
  public var offset: Int
  /// What was found instead, for logs.
  public var message: String

  /// Creates an error.
  public init(_ code: Code, _ field: String, at offset: Int, _ message: String) {
    self.code = code
    self.field = field
    self.offset = offset
    self.message = message
  }

  /// A kind of failure.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The kind's name.
    public let rawValue: String

    /// Creates a kind from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The field needs more bytes than are left.
    public static let tooShort = Self(rawValue: "tooShort")
    /// The bytes are not UTF-8.
    public static let notUTF8 = Self(rawValue: "notUTF8")
    /// The bytes are no value of this field.
    public static let invalid = Self(rawValue: "invalid")
    /// The field stands in more than ``ByteReader/depthLimit`` others.
    public static let tooDeep = Self(rawValue: "tooDeep")
    /// Bytes are left where none should be.
    public static let notAtEnd = Self(rawValue: "notAtEnd")
  }
}

extension ReadError: CustomStringConvertible {
  /// The field, where it begins, and what was found.
  public var description: String { "\"\(field)\" at byte \(offset): \(message)." }
}

extension ReadError {
  /// The same error of a field that stands in another.
  func within(_ outer: String) -> Self {
    var copy = self
    copy.field = field.isEmpty ? outer : outer + (field.hasPrefix("[") ? "" : ".") + field
    return copy
  }
}
