import GRDB
import SelfManaged
import StorefrontWire

// The journal numbers all changes, so that a device can report the last one it received. An entry
// is written in the same transaction as its change. Old entries are deleted, so that neither the
// table nor the pushes to a device that was away grow with the history.
extension Store {
  func note(
    _ kind: Journal.Kind, of user: String, _ item: String, isLiked: Bool = false, count: Int,
    version: Int, _ database: Database
  ) throws {
    try database.execute(
      sql: """
        INSERT INTO journal (kind, userID, itemID, isLiked, count, version)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
      arguments: [kind.rawValue, user, item, isLiked, count, version])
    try database.execute(
      sql: "DELETE FROM journal WHERE sequence <= ?",
      arguments: [database.lastInsertedRowID - Int64(Journal.kept)])
  }

  /// The number of the last change; 0 if there was none.
  func lastChange(_ database: Database) throws -> Int {
    try Int.fetchOne(database, sql: "SELECT max(sequence) FROM journal") ?? 0
  }

  /// The next pushes for a user after the last known change: all likes, and the user's own cart.
  ///
  /// The cart is sent as it is now, once for all its changes.
  ///
  /// - Returns: The pushes, and the last change that they cover; `nil` if there is no later change.
  func pushes(
    after sequence: Int, for user: String
  ) async throws -> (pushes: [any WritableResponse], last: Int)? {
    try await queue.read { database in
      let last = try lastChange(database)
      guard sequence < last else { return nil }
      let first = try Int.fetchOne(database, sql: "SELECT min(sequence) FROM journal")
      if let first, sequence + 1 < first { return ([JournalCut(sequence: last)], last) }
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT sequence, kind, itemID, count, version,
            -- Whether this person liked the post then: as their last entry until then says, or the
            -- first after it did not, or else as it still is.
            coalesce(
              (SELECT isLiked FROM journal AS own WHERE own.kind = 'like' AND own.userID = ?1
                AND own.itemID = journal.itemID AND own.sequence <= journal.sequence
                ORDER BY own.sequence DESC LIMIT 1),
              (SELECT 1 - isLiked FROM journal AS own WHERE own.kind = 'like' AND own.userID = ?1
                AND own.itemID = journal.itemID AND own.sequence > journal.sequence
                ORDER BY own.sequence LIMIT 1),
              EXISTS (SELECT 1 FROM postLike WHERE postID = journal.itemID AND userID = ?1)
            ) AS isLiked
          FROM journal WHERE sequence > ?2 AND (kind = 'like' OR userID = ?1) ORDER BY sequence
          LIMIT ?3
          """,
        arguments: [user, sequence, Journal.page])
      let lastCart: Int? = rows.last { $0["kind"] == Journal.Kind.cart.rawValue }?["sequence"]
      let cart = try lastCart.map {
        CartChanged(sequence: $0, cart: try self.cart(of: user, database))
      }
      let pushes = rows.compactMap { row -> (any WritableResponse)? in
        switch Journal.Kind(rawValue: row["kind"]) {
        case .like:
          LikeChanged(
            sequence: row["sequence"], itemID: row["itemID"], isLiked: row["isLiked"],
            count: row["count"], version: row["version"])
        case .cart: lastCart == row["sequence"] ? cart : nil
        case nil: nil
        }
      }
      return (pushes, rows.count < Journal.page ? last : rows.last?["sequence"] ?? last)
    }
  }

  /// The answer to a user who subscribes; `nil` if the user is unknown.
  func logIn(_ user: String) async throws -> LogIn? {
    try await queue.read { database in
      let name = try String.fetchOne(
        database, sql: "SELECT name FROM user WHERE id = ?", arguments: [user])
      let last = try lastChange(database)
      return name.map { LogIn(userID: user, name: $0, sequence: last) }
    }
  }

  func info(_ user: String) async throws -> QueryInfo {
    try await queue.read { database in
      let likes = try Int.fetchOne(
        database, sql: "SELECT count(*) FROM postLike WHERE userID = ?", arguments: [user])
      let products = try Int.fetchOne(
        database, sql: "SELECT count(*) FROM cartLine WHERE userID = ? AND quantity > 0",
        arguments: [user])
      return QueryInfo(
        likes: UInt32(clamping: likes ?? 0), products: UInt16(clamping: products ?? 0))
    }
  }
}

/// The journal's kinds of entry, and its limits.
enum Journal {
  /// The number of entries that are kept.
  static let kept = 1000
  /// The maximum number of entries that are read at once.
  static let page = 100

  enum Kind: String {
    case like, cart
  }
}
