import GRDB

extension Store {
  func quantity(_ product: String, for user: String) async throws -> Reply {
    try await queue.read { database in
      try signIn(user, database)
      return Reply(value: try line(product, user, database).body)
    }
  }

  func change(
    _ product: String, _ order: Order, _ database: Database, _ change: (CartLine) -> CartLine
  ) throws -> Reply {
    let before = try line(product, order.user, database)
    if let version = order.version, version != before.version {
      return Reply(status: .conflict, value: before.body)
    }
    var after = change(before)
    guard after.quantity != before.quantity else { return Reply(value: after.body) }
    after.version += 1
    // A line with the quantity 0 is kept, so that its version continues to rise.
    try database.execute(
      sql: """
        INSERT INTO cartLine (userID, productID, quantity, version) VALUES (?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET quantity = excluded.quantity, version = excluded.version
        """,
      arguments: [order.user, product, after.quantity, after.version])
    try note(
      .cart, of: order.user, product, count: after.quantity, version: after.version, database)
    return Reply(value: after.body)
  }

  func line(_ product: String, _ user: String, _ database: Database) throws -> CartLine {
    let row = try Row.fetchOne(
      database,
      sql: """
        SELECT minimum, stock, coalesce(quantity, 0) AS quantity, coalesce(version, 0) AS version
        FROM product LEFT JOIN cartLine ON productID = id AND userID = ? WHERE id = ?
        """,
      arguments: [user, product])
    guard let row else { throw Refusal(.notFound, "There is no product \"\(product)\"") }
    return CartLine(
      quantity: row["quantity"], version: row["version"], minimum: row["minimum"],
      stock: row["stock"])
  }
}
