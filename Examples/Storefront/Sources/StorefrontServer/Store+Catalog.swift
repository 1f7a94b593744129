import GRDB
import NIOHTTP1
import StorefrontNetwork
import StorefrontWire

extension Store {
  func image(_ id: String) async throws -> Reply {
    try await queue.read { database in
      let row = try Row.fetchOne(
        database, sql: "SELECT contentType, bytes FROM image WHERE id = ?", arguments: [id])
      guard let row else { throw Refusal(.notFound, "There is no image \"\(id)\"") }
      return Reply(body: row["bytes"], contentType: row["contentType"])
    }
  }

  func posts(for user: String, _ database: Database) throws -> StorefrontList<PostBody> {
    let rows = try Row.fetchAll(database, sql: "SELECT id, authorID, text FROM post ORDER BY id")
    let posts = try rows.map { row in
      PostBody(
        id: row["id"], author: try self.user(row["authorID"], database), text: row["text"],
        like: try like(row["id"], for: user, database))
    }
    return StorefrontList(sequence: try lastChange(database), items: posts)
  }

  func products(_ database: Database) throws -> StorefrontList<StorefrontProduct> {
    StorefrontList(
      sequence: try lastChange(database),
      items: try StorefrontProduct.fetchAll(
        database, sql: "SELECT id, name, price FROM product ORDER BY id"))
  }

  func user(_ id: String, _ database: Database) throws -> UserBody {
    let user = try UserBody.fetchOne(
      database,
      sql: """
        SELECT id, name, '/images/' || imageID AS avatar, badge, vipLabel AS label
        FROM user WHERE id = ?
        """,
      arguments: [id])
    guard let user else { throw Refusal(.notFound, "There is no user \"\(id)\"") }
    return user
  }
}
