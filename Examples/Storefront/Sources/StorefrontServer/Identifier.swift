import NIOHTTP1

/// The ID of a user, an item or a change.
enum Identifier {
  /// The maximum number of bytes.
  static let limit = 200

  /// Checks that a text is a valid ID.
  ///
  /// SQLite ends a text at its first NUL, so that an ID with a NUL would equal a shorter one. All
  /// other control characters are refused as well.
  static func check(_ text: String, as name: String) throws(Refusal) {
    guard (1...limit).contains(text.utf8.count) else {
      throw Refusal(.badRequest, "\(name) must have 1 to \(limit) bytes")
    }
    guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      throw Refusal(.badRequest, "\(name) must not contain control characters")
    }
  }
}
