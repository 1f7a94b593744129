import Components
import Foundation
import SelfManaged
import StorefrontServices
import StorefrontWire

/// The services of one device, which send their requests over the device's network.
@MainActor
final class DeviceServices: LikeService, WholeCartService, ImageLoader {
  let api: StorefrontAPI
  let network: DeviceNetwork
  /// Receives the position of a list or a cart in the journal; later changes are pushed.
  var follow: @MainActor (Int) -> Void = { _ in }

  init(api: StorefrontAPI, network: DeviceNetwork) {
    self.api = api
    self.network = network
  }

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

  func cart() async throws -> Cart {
    let cart = try await network.read { try await api.cart() }
    if let sequence = cart.shown?.sequence { follow(sequence) }
    return cart
  }

  /// Orders the cart, unless it has another version.
  ///
  /// If the reply is lost, the order is sent once more under the same key: it is placed only once.
  func placeOrder(ofCart version: Int) async throws(ServiceError) -> StorefrontOrder {
    let key = IdempotencyKey(rawValue: UUID().uuidString)
    do throws(ServiceError) {
      return try await placeOrder(ofCart: version, key)
    } catch {
      guard error.code == .unknownOutcome else { throw error }
      return try await placeOrder(ofCart: version, key)
    }
  }

  private func placeOrder(
    ofCart version: Int, _ key: IdempotencyKey
  ) async throws(ServiceError) -> StorefrontOrder {
    do {
      return try await network.change { try await api.placeOrder(ofCart: version, key) }
    } catch {
      throw ServiceError(error)
    }
  }

  func image(at url: URL) async throws -> LoadedImage {
    try await network.read { try await api.image(at: url) }
  }
}

extension Cart {
  /// The cart as the server sent it.
  var shown: StorefrontCart? { payload as? StorefrontCart }
}
