/// The error of a form that the server refused, with a message for each refused field.
package struct FieldRefusal: Error, Hashable, Sendable {
  /// The messages, by the key of the field.
  package let fields: [String: String]
}
