/// What is said of a like.
struct LikeBody: Encodable {
  let isLiked: Bool
  let count: Int
  let version: Int
}

/// What is said of one product in the cart.
struct QuantityBody: Encodable {
  let quantity: Int
  let version: Int
  let limits: Limits
  var notice: String?

  struct Limits: Encodable {
    let minimum: Int?
    let maximum: Int
  }
}

/// What is said of a user.
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

/// What is said of a post.
struct PostBody: Encodable {
  let id: String
  let author: UserBody
  let text: String
  let like: LikeBody
}

/// What is said of a product.
struct ProductBody: Encodable {
  let id: String
  let name: String
  let cart: QuantityBody
}
