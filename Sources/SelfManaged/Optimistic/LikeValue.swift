/// A like, as displayed and as confirmed.
public struct LikeValue: Hashable, Sendable {
  /// Whether the user likes the item.
  public var isLiked: Bool
  /// The number of users who like the item, this user included, which the initializer clamps to 0
  /// or more.
  public var count: Int

  /// Creates a value; a count below 0 counts as 0.
  public init(isLiked: Bool, count: Int) {
    self.isLiked = isLiked
    self.count = max(0, count)
  }
}
