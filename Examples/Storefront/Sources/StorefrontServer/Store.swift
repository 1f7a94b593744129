import Foundation
import GRDB

/// The shop's data, in one SQLite file.
///
/// One connection does all the work, and each request is one transaction on it, so requests happen
/// one after the other however many arrive together.
struct Store: Sendable {
  let queue: DatabaseQueue
  /// Rung after each change.
  let bell = Bell()

  init(path: String) throws {
    var configuration = Configuration()
    configuration.journalMode = .wal  // Other processes may read without blocking.
    configuration.busyMode = .timeout(1)
    queue = try DatabaseQueue(path: path, configuration: configuration)
    // An answer means that the change is on the disk, not on its way there.
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    try Schema.migrator.migrate(queue)
    try queue.write { database in
      if try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM user)") != true {
        try Seed.fill(database)
      }
    }
  }

  /// Carries a change out, or repeats the answer that was given to it before.
  ///
  /// The change and its stored answer are one transaction: a crash leaves both or neither.
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
        }
      // A conflict changed nothing, so it is not kept: asked again, it is decided again.
      if let key = order.key, reply.status == .ok {
        try database.execute(
          sql: "INSERT INTO storedReply (userID, key, change, body) VALUES (?, ?, ?, ?)",
          arguments: [order.user, key, order.change.description, reply.body])
      }
      return reply
    }
  }

  /// Checks that a user exists.
  func signIn(_ user: String, _ database: Database) throws {
    guard try exists("user", user, database) else {
      throw Refusal(.unauthorized, "There is no user \"\(user)\"")
    }
  }

  func exists(_ table: String, _ id: String, _ database: Database) throws -> Bool {
    let sql = "SELECT EXISTS (SELECT 1 FROM \(table) WHERE id = ?)"
    return try Bool.fetchOne(database, sql: sql, arguments: [id]) ?? false
  }

  private func storedReply(_ key: String, _ order: Order, _ database: Database) throws -> Reply? {
    let row = try Row.fetchOne(
      database, sql: "SELECT change, body FROM storedReply WHERE userID = ? AND key = ?",
      arguments: [order.user, key])
    guard let row else { return nil }
    guard row["change"] == order.change.description else {
      throw Refusal(.unprocessable, "The key was used for another change")
    }
    return Reply(body: row["body"])
  }
}
