/// The server refused a form and said of which fields, in words, by their keys.
public struct FieldRefusal: Error, Hashable, Sendable {
  /// What is wrong with each.
  public let fields: [String: String]
}
