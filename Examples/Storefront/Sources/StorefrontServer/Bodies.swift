import StorefrontWire

/// The body of a like.
struct LikeBody: Encodable {
  let isLiked: Bool
  let count: Int
  let version: Int
}

/// The body of a user.
struct UserBody: Encodable {
  let id: String
  let name: String
  let avatar: String?
  let vip: VIP?

  struct VIP: Encodable {
    let badge: String
    let label: String
  }
}

/// The body of a list, with the last change that it contains; later changes are pushed.
struct ListBody<Item: Encodable>: Encodable {
  let sequence: Int
  let items: [Item]
}

/// The body of a post.
struct PostBody: Encodable {
  let id: String
  let author: UserBody
  let text: String
  let like: LikeBody
}

/// The body of a product.
struct ProductBody: Encodable {
  let id: String
  let name: String
  let price: Money
}
