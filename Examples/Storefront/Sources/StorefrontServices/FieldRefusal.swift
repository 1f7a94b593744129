/// The error of a form that the server refused, with a message for each refused field.
public struct FieldRefusal: Error, Hashable, Sendable {
  /// The messages, by the key of the field.
  public let fields: [String: String]
}
