package import SelfManaged

/// A post for a screen.
package struct StorefrontPost: Hashable, Sendable {
  package let id: String
  package let author: StorefrontUser
  package let text: String
  /// Whether the user likes the post, and the number of likes.
  package let like: LikeAnswer
}
