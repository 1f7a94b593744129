/// What the server tells of a like.
public struct LikeAnswer: ServerAnswer {
  /// Whether the user likes the item; `nil` if the server did not say.
  public var isLiked: Bool?
  /// How many like it, this user included; `nil` if the server did not say.
  public var count: Int?
  /// The version of the value, where the back end has one.
  public var version: Int?

  /// Creates an answer; without arguments it says no more than "ok".
  public init(isLiked: Bool? = nil, count: Int? = nil, version: Int? = nil) {
    self.isLiked = isLiked
    self.count = count
    self.version = version
  }

  /// Whether it states both the flag and the count.
  public var isComplete: Bool { isLiked != nil && count != nil }
}
