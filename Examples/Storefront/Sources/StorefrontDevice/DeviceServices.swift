import Components
import Foundation
import SelfManaged
import StorefrontServices

/// The services of one device, which send their requests over the device's network.
struct DeviceServices: LikeService, CartService, ImageLoader {
  let api: StorefrontAPI
  let network: DeviceNetwork

  func setLiked(
    _ isLiked: Bool, itemID: String, _ info: RequestInfo
  ) async throws -> LikeAnswer {
    try await network.change { try await api.setLiked(isLiked, itemID: itemID, info) }
  }

  func likeStatus(itemID: String) async throws -> LikeAnswer? {
    try await network.read { try await api.likeStatus(itemID: itemID) }
  }

  func add(_ amount: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer {
    try await network.change { try await api.add(amount, of: productID, info) }
  }

  func reduce(
    _ amount: Int, of productID: String, _ info: RequestInfo
  ) async throws -> CartAnswer {
    try await network.change { try await api.reduce(amount, of: productID, info) }
  }

  func set(_ quantity: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer {
    try await network.change { try await api.set(quantity, of: productID, info) }
  }

  func quantity(of productID: String) async throws -> CartAnswer {
    try await network.read { try await api.quantity(of: productID) }
  }

  func image(at url: URL) async throws -> LoadedImage {
    try await network.read { try await api.image(at: url) }
  }
}
