import GRDB

/// Read-only access to the database of a server, whether or not the server is running.
package struct StorefrontRecords: Sendable {
  private let queue: DatabaseQueue

  package init(databasePath: String) throws {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(5)
    queue = try DatabaseQueue(path: databasePath, configuration: configuration)
  }

  /// The users who like a post, sorted.
  package func likers(ofPost post: String) throws -> [String] {
    try fetch("SELECT userID FROM postLike WHERE postID = ? ORDER BY userID", [post])
  }

  /// The number of users who like a post.
  package func likeCount(ofPost post: String) throws -> Int {
    try first(
      """
      SELECT baseLikes + (SELECT count(*) FROM postLike WHERE postID = id)
      FROM post WHERE id = ?
      """, [post]) ?? 0
  }

  /// The quantity of a product in a user's cart.
  package func quantity(ofProduct product: String, inCartOf user: String) throws -> Int {
    try first("SELECT quantity FROM cartLine WHERE productID = ? AND userID = ?", [product, user])
      ?? 0
  }

  /// The totals of a user's orders, in cents and in order.
  package func orders(of user: String) throws -> [Int] {
    try fetch("SELECT total FROM placedOrder WHERE userID = ? ORDER BY number", [user])
  }

  /// The number of the last change; 0 if there was none.
  package var lastChange: Int {
    get throws { try first("SELECT max(sequence) FROM journal") ?? 0 }
  }

  /// A user's profile: name, QQ number, mobile number, city and quantity; `nil` if there is none.
  package func profile(of user: String) throws -> String? {
    try first(
      """
      SELECT name || ', ' || qq || ', ' || phone || ', ' || city || ', ' || quantity
      FROM profile WHERE userID = ?
      """, [user])
  }

  /// The number of changes that a user has made under a key.
  package func keyCount(of user: String) throws -> Int {
    try first("SELECT count(*) FROM storedReply WHERE userID = ?", [user]) ?? 0
  }

  private func first<Value: DatabaseValueConvertible>(
    _ sql: String, _ arguments: StatementArguments = []
  ) throws -> Value? {
    try queue.read { try Value.fetchOne($0, sql: sql, arguments: arguments) }
  }

  private func fetch<Value: DatabaseValueConvertible>(
    _ sql: String, _ arguments: StatementArguments = []
  ) throws -> [Value] {
    try queue.read { try Value.fetchAll($0, sql: sql, arguments: arguments) }
  }
}
