import Foundation
import GRDB
import NIOHTTP1
import StorefrontNetwork

/// The server's data in one SQLite file.
///
/// Each request is one transaction on a single connection, so concurrent requests are handled one
/// after the other.
struct Store: Sendable {
  let queue: DatabaseQueue
  /// Notified after each change.
  let bell = Bell()

  init(path: String) throws {
    var configuration = Configuration()
    configuration.journalMode = .wal  // Other processes may read without blocking.
    configuration.busyMode = .timeout(1)
    queue = try DatabaseQueue(path: path, configuration: configuration)
    // A change is on the disk before it is answered.
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    try Schema.migrator.migrate(queue)
  }

  /// Carries out a change, or repeats the stored answer of its key.
  ///
  /// The change and its answer are stored in one transaction: a crash leaves both or neither.
  func apply(_ order: Order) async throws -> Reply {
    defer { bell.ring(.changed) }
    return try await queue.write { database in
      try signIn(order.user, database)
      if let key = order.key, let reply = try storedReply(key, order, database) { return reply }
      let reply =
        switch order.change {
        case .like(let post, let isLiked):
          try setLiked(isLiked, post: post, order, database)
        case .add(let product, let amount):
          try change(product, order, database) { $0.adding(amount) }
        case .reduce(let product, let amount):
          try change(product, order, database) { $0.reducing(amount) }
        case .set(let product, let quantity):
          try change(product, order, database) { $0.setting(quantity) }
        case .checkOut: try checkOut(order, database)
        }
      // A conflict changed nothing, so its answer is not stored: a retry is checked again.
      if let key = order.key, reply.status == .ok {
        try database.execute(
          sql: "INSERT INTO storedReply (userID, key, change, body) VALUES (?, ?, ?, ?)",
          arguments: [order.user, key, order.change.text, reply.body])
      }
      return reply
    }
  }

  /// Checks that a user exists.
  func signIn(_ user: String, _ database: Database) throws {
    let sql = "SELECT EXISTS (SELECT 1 FROM user WHERE id = ?)"
    guard try Bool.fetchOne(database, sql: sql, arguments: [user]) == true else {
      throw Refusal(.unauthorized, "There is no user \"\(user)\"")
    }
  }

  private func storedReply(_ key: String, _ order: Order, _ database: Database) throws -> Reply? {
    let row = try Row.fetchOne(
      database, sql: "SELECT change, body FROM storedReply WHERE userID = ? AND key = ?",
      arguments: [order.user, key])
    guard let row else { return nil }
    guard row["change"] == order.change.text else {
      throw Refusal(.unprocessableEntity, "The key was used for another change")
    }
    return Reply(body: row["body"])
  }
}
