public import SelfManaged

/// A post, as a screen shows one.
public struct StorefrontPost: Hashable, Sendable {
  /// The post's id.
  public let id: String
  /// Who wrote it.
  public let author: StorefrontUser
  /// What it says.
  public let text: String
  /// Whether the reader likes it, and how many do.
  public let like: LikeAnswer
}
