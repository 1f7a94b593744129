import GRDB

/// A look at the database of a server, whether it runs or not.
///
/// The file is opened read-only, so nothing here can change what the server keeps.
public struct StorefrontRecords: Sendable {
  private let queue: DatabaseQueue

  /// Opens the file.
  public init(databasePath: String) throws {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(5)
    queue = try DatabaseQueue(path: databasePath, configuration: configuration)
  }

  /// Who likes a post, in order.
  public func likers(ofPost post: String) throws -> [String] {
    try queue.read {
      try String.fetchAll(
        $0, sql: "SELECT userID FROM postLike WHERE postID = ? ORDER BY userID", arguments: [post])
    }
  }

  /// How many like a post, strangers included.
  public func likeCount(ofPost post: String) throws -> Int {
    try queue.read {
      try Int.fetchOne(
        $0,
        sql: """
          SELECT baseLikes + (SELECT count(*) FROM postLike WHERE postID = id)
          FROM post WHERE id = ?
          """,
        arguments: [post])
    } ?? 0
  }

  /// How many of a product are in a user's cart.
  public func quantity(ofProduct product: String, inCartOf user: String) throws -> Int {
    try queue.read {
      try Int.fetchOne(
        $0, sql: "SELECT quantity FROM cartLine WHERE productID = ? AND userID = ?",
        arguments: [product, user])
    } ?? 0
  }

  /// The number of the last change; 0 if there was none.
  public var lastChange: Int {
    get throws {
      try queue.read { try Int.fetchOne($0, sql: "SELECT max(sequence) FROM journal") } ?? 0
    }
  }

  /// What a user entered in the form: name, QQ number, mobile, city and quantity; `nil` if nothing.
  public func profile(of user: String) throws -> String? {
    try queue.read {
      try String.fetchOne(
        $0,
        sql: """
          SELECT name || ', ' || qq || ', ' || phone || ', ' || city || ', ' || quantity
          FROM profile WHERE userID = ?
          """,
        arguments: [user])
    }
  }

  /// How many changes a user made under a key.
  public func keyCount(of user: String) throws -> Int {
    try queue.read {
      try Int.fetchOne(
        $0, sql: "SELECT count(*) FROM storedReply WHERE userID = ?", arguments: [user])
    } ?? 0
  }
}
