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

  func user(_ id: String, for user: String) async throws -> Reply {
    try await queue.read { database in
      try signIn(user, database)
      return Reply(value: try userBody(id, database))
    }
  }

  func posts(for user: String) async throws -> Reply {
    try await queue.read { database in
      try signIn(user, database)
      let rows = try Row.fetchAll(database, sql: "SELECT id, authorID, text FROM post ORDER BY id")
      return Reply(
        value: try list(rows, database) { row in
          PostBody(
            id: row["id"], author: try userBody(row["authorID"], database), text: row["text"],
            like: try likeBody(row["id"], user, database))
        })
    }
  }

  func products(for user: String) async throws -> Reply {
    try await queue.read { database in
      try signIn(user, database)
      let rows = try Row.fetchAll(
        database, sql: "SELECT id, name, price FROM product ORDER BY id")
      return Reply(
        value: try list(rows, database) { row in
          ProductBody(id: row["id"], name: row["name"], price: Money(cents: row["price"]))
        })
    }
  }

  private func list<Item>(
    _ rows: [Row], _ database: Database, _ item: (Row) throws -> Item
  ) throws -> ListBody<Item> {
    ListBody(sequence: try lastChange(database), items: try rows.map(item))
  }

  private func userBody(_ id: String, _ database: Database) throws -> UserBody {
    let row = try Row.fetchOne(database, sql: "SELECT * FROM user WHERE id = ?", arguments: [id])
    guard let row else { throw Refusal(.notFound, "There is no user \"\(id)\"") }
    let image: String? = row["imageID"]
    let badge: String? = row["badge"]
    return UserBody(
      id: id, name: row["name"], avatar: image.map { "/images/\($0)" },
      vip: badge.map { UserBody.VIP(badge: $0, label: row["vipLabel"] ?? $0) })
  }
}
