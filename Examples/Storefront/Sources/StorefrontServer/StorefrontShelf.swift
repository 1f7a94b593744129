import GRDB

/// Sets the stock in the database of a server, whether or not the server is running.
package struct StorefrontShelf: Sendable {
  private let queue: DatabaseQueue

  package init(databasePath: String) throws {
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    queue = try DatabaseQueue(path: databasePath, configuration: configuration)
  }

  /// The products with their stock, sorted.
  package func products() throws -> [(id: String, name: String, stock: Int)] {
    try queue.read { database in
      try Row.fetchAll(database, sql: "SELECT id, name, stock FROM product ORDER BY id")
        .map { ($0["id"], $0["name"], $0["stock"]) }
    }
  }

  /// Sets the stock of a product; below 0 counts as 0.
  package func setStock(_ stock: Int, ofProduct product: String) throws {
    try queue.write {
      try $0.execute(
        sql: "UPDATE product SET stock = ? WHERE id = ?", arguments: [max(0, stock), product])
    }
  }
}
