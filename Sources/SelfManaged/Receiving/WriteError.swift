/// An error for a field that could not be written.
///
/// The writer throws it for a number, a length, a count or a wire type that does not fit into its
/// bytes. Your own responses can throw it for values that have no bytes.
///
/// ```text
/// "name": its length of 70000 does not fit into 2 bytes.
/// ```
public struct WriteError: Error, Hashable, Sendable {
  /// The name of the field; empty if the caller did not name it.
  public var field: String
  /// A description of the failure, for logs.
  public var message: String

  /// Creates an error.
  public init(_ field: String, _ message: String) {
    self.field = field
    self.message = message
  }
}

extension WriteError: CustomStringConvertible {
  /// The field and the failure.
  public var description: String { field.isEmpty ? message + "." : "\"\(field)\": \(message)." }
}
