/// The body of a like.
package struct LikeBody: Hashable, Sendable, Codable {
  package let isLiked: Bool
  package let count: Int
  package let version: Int
}

/// The body of a user.
package struct UserBody: Hashable, Sendable, Codable {
  package let id: String
  package let name: String
  /// The path of the picture.
  package let avatar: String?
  package let badge: String?
  /// The label of the badge.
  package let label: String?
}

/// The body of a post.
package struct PostBody: Hashable, Sendable, Codable {
  package let id: String
  package let author: UserBody
  package let text: String
  package let like: LikeBody

  package init(id: String, author: UserBody, text: String, like: LikeBody) {
    self.id = id
    self.author = author
    self.text = text
    self.like = like
  }
}
