import GRDB
import NIOHTTP1
import StorefrontNetwork
import StorefrontWire

extension Store {
  func setLiked(
    _ isLiked: Bool, post: String, _ order: Order, _ database: Database
  ) throws -> Reply {
    let before = try like(post, for: order.user, database)
    if let version = order.version, version != before.version {
      return Reply(status: .conflict, value: before)
    }
    guard isLiked != before.isLiked else { return Reply(value: before) }
    try database.execute(
      sql: isLiked
        ? "INSERT INTO postLike (postID, userID) VALUES (?, ?)"
        : "DELETE FROM postLike WHERE postID = ? AND userID = ?",
      arguments: [post, order.user])
    // The count is part of the value, so the version belongs to the post, not to the user.
    try database.execute(
      sql: "UPDATE post SET version = version + 1 WHERE id = ?", arguments: [post])
    let after = try like(post, for: order.user, database)
    try note(
      .like, of: order.user, post, isLiked: isLiked, count: after.count, version: after.version,
      database)
    return Reply(value: after)
  }

  func like(_ post: String, for user: String, _ database: Database) throws -> LikeBody {
    let like = try LikeBody.fetchOne(
      database,
      sql: """
        SELECT version,
          baseLikes + (SELECT count(*) FROM postLike WHERE postID = id) AS count,
          EXISTS (SELECT 1 FROM postLike WHERE postID = id AND userID = ?) AS isLiked
        FROM post WHERE id = ?
        """,
      arguments: [user, post])
    guard let like else { throw Refusal(.notFound, "There is no post \"\(post)\"") }
    return like
  }
}
