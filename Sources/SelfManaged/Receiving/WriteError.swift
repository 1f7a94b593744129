/// An error for a field that could not be written.
///
/// ```text
/// "name": its length of 70000 does not fit into 2 bytes.
/// ```
public struct WriteError: Error, Hashable, Sendable {
  /// The kind of failure.
  public var code: Code
  /// The name of the field; empty if the caller did not name it.
  public var field: String
  /// A description of the failure, for logs.
  public var message: String

  /// Creates an error.
  public init(_ code: Code, _ field: String, _ message: String) {
    self.code = code
    self.field = field
    self.message = message
  }

  /// A kind of failure.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the kind.
    public let rawValue: String

    /// Creates a kind from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A number, a length, a count or a wire type does not fit into its bytes.
    public static let doesNotFit = Self(rawValue: "doesNotFit")
  }
}

extension WriteError: CustomStringConvertible {
  /// The field and the failure.
  public var description: String { field.isEmpty ? message + "." : "\"\(field)\": \(message)." }
}
