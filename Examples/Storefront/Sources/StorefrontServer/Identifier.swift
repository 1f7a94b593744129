/// What names a user, an item or a change.
enum Identifier {
  /// The most bytes that one may have.
  static let limit = 200

  /// Checks that a text can be one.
  ///
  /// SQLite ends a text at its first NUL, so that an id that goes on behind one would be taken for
  /// another; no other control character has any business in an id either.
  static func check(_ text: String, as name: String) throws(Refusal) {
    guard (1...limit).contains(text.utf8.count) else {
      throw Refusal(.badRequest, "\(name) must have 1 to \(limit) bytes")
    }
    guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      throw Refusal(.badRequest, "\(name) must not contain control characters")
    }
  }
}
