/// The server's report on the likes of one item.
public struct LikeAnswer: ServerAnswer {
  /// Whether the user likes the item; `nil` if the server did not report it.
  public var isLiked: Bool?
  /// The number of users who like the item, this user included; `nil` if the server did not report
  /// it.
  public var count: Int?
  /// The version of the value; `nil` if the back end has none.
  public var version: Int?

  /// Creates an answer; without arguments, it only confirms the request.
  public init(isLiked: Bool? = nil, count: Int? = nil, version: Int? = nil) {
    self.isLiked = isLiked
    self.count = count
    self.version = version
  }

  /// Whether the answer reports both ``isLiked`` and ``count``.
  public var isComplete: Bool { isLiked != nil && count != nil }
}
