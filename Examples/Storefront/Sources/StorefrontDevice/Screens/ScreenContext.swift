import SelfManaged
import StorefrontServices
import StorefrontWire

/// The services and data that a device provides to its screens.
@MainActor
struct ScreenContext {
  /// Distinguishes this screen's components from those of others.
  let number: Int
  let session: Session
  let services: DeviceServices

  /// Reads the posts over the device's network; the screen binds them before it waits again.
  func posts() async throws -> [StorefrontPost] {
    let api = services.api
    let posts = try await services.network.read { try await api.posts() }
    services.follow(posts.sequence)
    return Array(posts)
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

  func user(_ id: String) async throws -> StorefrontUser {
    let api = services.api
    return try await services.network.read { try await api.user(id) }
  }
}
