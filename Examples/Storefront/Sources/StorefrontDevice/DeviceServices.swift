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
  /// Receives the position of a list in the journal; later changes are pushed.
  var follow: @MainActor (Int) -> Void = { _ in }
  /// Receives the position of a cart in the journal; later changes are pushed.
  var followCart: @MainActor (Int) -> Void = { _ in }
  /// The last order with an unknown outcome.
  private var unknownOrder: (cart: Int, key: IdempotencyKey)?

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
    if let sequence = cart.shown?.sequence { followCart(sequence) }
    return cart
  }

  /// Orders the cart, unless it has another version.
  ///
  /// If the reply is lost, the order is sent once more under the same key: it is placed only once.
  /// If the second attempt fails as well, the outcome stays unknown, because the first attempt may
  /// have succeeded. The next order of the same version is then sent under the same key, and its
  /// failure does not determine the outcome either.
  func placeOrder(ofCart version: Int) async throws(ServiceError) -> StorefrontOrder {
    let former = unknownOrder.flatMap { $0.cart == version ? $0.key : nil }
    let key = former ?? IdempotencyKey(rawValue: UUID().uuidString)
    unknownOrder = nil
    do throws(ServiceError) {
      return try await placeOrder(ofCart: version, key)
    } catch {
      guard error.code == .unknownOutcome || former != nil else { throw error }
      if let order = try? await placeOrder(ofCart: version, key) { return order }
      unknownOrder = (version, key)
      throw .unknownOutcome
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
