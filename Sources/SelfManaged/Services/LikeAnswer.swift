/// The server's report of a like.
public struct LikeAnswer: ServerAnswer {
  /// Whether the user likes the item; `nil` if the server left it out.
  public var isLiked: Bool?
  /// The number of users who like the item, this user included; `nil` if the server left it out.
  public var count: Int?
  /// The version of the value, if the back end has one.
  public var version: Int?

  /// Creates an answer; without arguments it is a plain confirmation.
  public init(isLiked: Bool? = nil, count: Int? = nil, version: Int? = nil) {
    self.isLiked = isLiked
    self.count = count
    self.version = version
  }

  /// Whether the answer reports both the flag and the count.
  public var isComplete: Bool { isLiked != nil && count != nil }
}
