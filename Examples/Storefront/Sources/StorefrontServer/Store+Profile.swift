import GRDB
import NIOHTTP1
import StorefrontNetwork
import StorefrontWire

extension Store {
  func profile(of user: String, _ database: Database) throws -> StorefrontProfile? {
    try StorefrontProfile.fetchOne(
      database, sql: "SELECT * FROM profile WHERE userID = ?", arguments: [user])
  }

  /// Stores a profile, and replaces the previous one.
  ///
  /// Another user may have taken the name since the last check, so the name is checked again in the
  /// same transaction.
  func save(_ profile: StorefrontProfile, of user: String) async throws -> Reply {
    try await queue.write { database in
      try signIn(user, database)
      try profile.validate()
      if try isTaken(profile.name, by: user, database) {
        throw Refusal(
          .unprocessableEntity, "The profile was not saved",
          fields: ["name": "The name \"\(profile.name)\" was taken a moment ago"])
      }
      try database.execute(
        sql: """
          INSERT INTO profile (userID, name, qq, phone, city, quantity)
          VALUES (?, ?, ?, ?, ?, ?)
          ON CONFLICT (userID) DO UPDATE SET name = excluded.name, qq = excluded.qq,
            phone = excluded.phone, city = excluded.city, quantity = excluded.quantity
          """,
        arguments: [
          user, profile.name, profile.qq, profile.phone, profile.city, profile.quantity,
        ])
      return Reply(value: profile)
    }
  }

  /// Whether another user has a name, in upper or lower case.
  func isTaken(_ name: String, by user: String, _ database: Database) throws -> Bool {
    let sql = """
      SELECT EXISTS (SELECT 1 FROM profile WHERE name = ?1 AND userID <> ?2)
        OR EXISTS (SELECT 1 FROM user WHERE name = ?1 COLLATE NOCASE AND id <> ?2)
      """
    return try Bool.fetchOne(database, sql: sql, arguments: [name, user]) ?? false
  }
}
