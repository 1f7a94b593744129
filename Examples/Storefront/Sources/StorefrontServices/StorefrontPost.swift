public import SelfManaged

/// A post for a screen.
public struct StorefrontPost: Hashable, Sendable {
  /// The post's ID.
  public let id: String
  /// The author.
  public let author: StorefrontUser
  /// The text.
  public let text: String
  /// Whether the user likes the post, and the number of likes.
  public let like: LikeAnswer
}
