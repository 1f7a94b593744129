import Components
import Foundation
import SelfManaged
import StorefrontServices

/// The services and data that a device provides to its screens.
@MainActor
struct ScreenContext {
  /// Distinguishes this screen's components from those of others.
  let number: Int
  let session: Session
  let api: StorefrontAPI
  let network: DeviceNetwork
  /// Receives the changes after the last one that a list contains.
  let follow: @MainActor (Int) -> Void

  /// Reads the posts over the device's network; the screen binds them before it waits again.
  func posts() async throws -> [Post] {
    let api = api
    let posts = try await network.read { try await api.posts() }
    follow(posts.sequence)
    return posts.map(Post.init)
  }

  func products() async throws -> [Product] {
    let api = api
    let products = try await network.read { try await api.products() }
    follow(products.sequence)
    return products.map(Product.init)
  }

  /// Reads the user's saved profile; `nil` if there is none.
  func profile() async throws -> StorefrontProfile? {
    let api = api
    return try await network.read { try await api.profile() }
  }

  func user(_ id: String) async throws -> User {
    let api = api
    return User(try await network.read { try await api.user(id) })
  }
}

/// A post for the screens.
struct Post: Hashable {
  let id: String
  let author: User
  let text: String
  let isLiked: Bool
  let count: Int
  let version: Int?

  init(_ post: StorefrontPost) {
    id = post.id
    author = User(post.author)
    text = post.text
    isLiked = post.like.isLiked ?? false
    count = post.like.count ?? 0
    version = post.like.version
  }
}

/// A product for the screens.
struct Product: Hashable {
  let id: String
  let name: String
  /// The quantity in the cart, and its limits.
  let cart: CartAnswer

  init(_ product: StorefrontProduct) {
    id = product.id
    name = product.name
    cart = product.cart
  }
}

/// A user for the screens.
struct User: Hashable {
  let id: String
  let name: String
  let avatar: URL?
  let vip: VIPInformation?

  init(_ user: StorefrontUser) {
    id = user.id
    name = user.name
    avatar = user.avatar
    vip = user.vip
  }
}
