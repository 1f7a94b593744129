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
  let services: DeviceServices

  /// Reads the posts over the device's network; the screen binds them before it waits again.
  func posts() async throws -> [Post] {
    let api = services.api
    let posts = try await services.network.read { try await api.posts() }
    services.follow(posts.sequence)
    return posts.map(Post.init)
  }

  func products() async throws -> [StorefrontProduct] {
    let api = services.api
    let products = try await services.network.read { try await api.products() }
    services.follow(products.sequence)
    return Array(products)
  }

  /// Reads the user's saved profile; `nil` if there is none.
  func profile() async throws -> StorefrontProfile? {
    let api = services.api
    return try await services.network.read { try await api.profile() }
  }

  func user(_ id: String) async throws -> User {
    let api = services.api
    return User(try await services.network.read { try await api.user(id) })
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
