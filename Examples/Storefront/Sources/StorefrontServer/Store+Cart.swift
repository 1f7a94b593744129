import GRDB
import NIOHTTP1
import StorefrontNetwork
import StorefrontWire

extension Store {
  func change(
    _ product: String, _ order: Order, _ database: Database,
    _ change: (StorefrontCart.Line) -> StorefrontCart.Line.Clamped
  ) throws -> Reply {
    var cart = try cart(of: order.user, database)
    guard let line = cart.lines.first(where: { $0.id == product && $0.gift == nil }) else {
      throw Refusal(.notFound, "There is no product \"\(product)\"")
    }
    if let version = order.version, version != cart.version {
      return Reply(status: .conflict, value: cart)
    }
    let next = change(line)
    if next.quantity != line.quantity {
      let (version, hadGift) = (cart.version + 1, cart.hasGift)
      // A line with the quantity 0 is kept, so that the version of the cart continues to rise.
      try database.execute(
        sql: """
          INSERT INTO cartLine (userID, productID, quantity, version) VALUES (?, ?, ?, ?)
          ON CONFLICT DO UPDATE SET quantity = excluded.quantity, version = excluded.version
          """,
        arguments: [order.user, product, next.quantity, version])
      try note(.cart, of: order.user, product, count: next.quantity, version: version, database)
      cart = try self.cart(of: order.user, database)
      if cart.hasGift != hadGift { cart.message = Gift.message(isAdded: cart.hasGift) }
    }
    cart.notice = next.notice
    return Reply(value: cart)
  }

  /// Orders the cart, which is empty afterward.
  func checkOut(_ order: Order, _ database: Database) throws -> Reply {
    let cart = try cart(of: order.user, database)
    if let version = order.version, version != cart.version {
      return Reply(status: .conflict, value: cart)
    }
    guard cart.lines.contains(where: { $0.quantity > 0 }) else {
      throw Refusal(.unprocessableEntity, "The cart is empty")
    }
    try database.execute(
      sql: "INSERT INTO placedOrder (userID, total) VALUES (?, ?)",
      arguments: [order.user, cart.total.cents])
    let number = Int(database.lastInsertedRowID)
    try database.execute(
      sql: "UPDATE cartLine SET quantity = 0, version = ? WHERE userID = ? AND quantity > 0",
      arguments: [cart.version + 1, order.user])
    try note(.cart, of: order.user, "order", count: 0, version: cart.version + 1, database)
    return Reply(
      value: StorefrontOrder(
        number: number, total: cart.total, cart: try self.cart(of: order.user, database)))
  }

  func cart(of user: String, _ database: Database) throws -> StorefrontCart {
    // The version of the cart is that of the line that was changed last.
    let version = try Int.fetchOne(
      database, sql: "SELECT max(version) FROM cartLine WHERE userID = ?", arguments: [user])
    let lines = try StorefrontCart.Line.fetchAll(
      database,
      sql: """
        SELECT id, name, price, coalesce(quantity, 0) AS quantity, minimum,
          CASE WHEN stock < minimum THEN 0 ELSE stock END AS maximum
        FROM product LEFT JOIN cartLine ON productID = id AND userID = ? ORDER BY id
        """,
      arguments: [user])
    return StorefrontCart(
      version: version ?? 0, sequence: try lastChange(database), lines: lines)
  }
}
