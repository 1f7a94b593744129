import SelfManaged

/// A like service behind an adversarial network.
@MainActor
class NetworkedLikeService: LikeService {
  private let service: any LikeService
  fileprivate let network: AdversarialNetwork

  init(service: any LikeService, network: AdversarialNetwork) {
    (self.service, self.network) = (service, network)
  }

  func setLiked(
    _ isLiked: Bool, itemID: String, _ info: RequestInfo
  ) async throws -> LikeAnswer {
    try await network.change(of: itemID, info) { [service] in
      try await service.setLiked(isLiked, itemID: itemID, info)
    }
  }

  func likeStatus(itemID: String) async throws -> LikeAnswer? {
    try await network.read(of: itemID) { [service] in try await service.likeStatus(itemID: itemID) }
  }
}

/// A service that reads several likes at once, behind an adversarial network.
@MainActor
final class NetworkedBatchedLikeService: NetworkedLikeService, BatchedLikeService {
  private let batched: any BatchedLikeService

  init(batched: any BatchedLikeService, network: AdversarialNetwork) {
    self.batched = batched
    super.init(service: batched, network: network)
  }

  func likeStatuses(of itemIDs: Set<String>) async throws -> [String: LikeAnswer] {
    try await network.read(of: itemIDs) { [batched] in
      try await batched.likeStatuses(of: itemIDs)
    }
  }
}

/// A cart service behind an adversarial network.
@MainActor
class NetworkedCartService: CartService {
  private let service: any CartService
  fileprivate let network: AdversarialNetwork
  /// The products of the known lines, by the IDs of the lines.
  private var products: [String: String] = [:]

  init(service: any CartService, network: AdversarialNetwork) {
    (self.service, self.network) = (service, network)
  }

  func add(
    _ amount: Int, of productID: String, _ info: RequestInfo
  ) async throws -> CartAnswer {
    try await network.change(of: item(productID), info, isRelative: true) { [self] in
      noted(try await service.add(amount, of: productID, info))
    }
  }

  func reduce(
    _ amount: Int, of productID: String, _ info: RequestInfo
  ) async throws -> CartAnswer {
    try await network.change(of: item(productID), info, isRelative: true) { [self] in
      noted(try await service.reduce(amount, of: productID, info))
    }
  }

  func set(
    _ quantity: Int, of productID: String, _ info: RequestInfo
  ) async throws -> CartAnswer {
    try await network.change(of: item(productID), info) { [self] in
      noted(try await service.set(quantity, of: productID, info))
    }
  }

  /// The product of a line, or the product itself: the item whose screens the world knows.
  private func item(_ id: String) -> String { products[id] ?? id }

  private func noted(_ answer: CartAnswer) -> CartAnswer {
    if let cart = answer.cart { _ = noted(cart) }
    return answer
  }

  fileprivate func noted(_ cart: Cart) -> Cart {
    for line in cart.lines { products[line.id] = line.productID }
    return cart
  }

  func quantity(of productID: String) async throws -> CartAnswer {
    try await network.read(of: productID) { [service] in
      try await service.quantity(of: productID)
    }
  }
}

/// A service of whole carts behind an adversarial network.
@MainActor
final class NetworkedWholeCartService: NetworkedCartService, WholeCartService {
  /// The item of all reads.
  nonisolated static let itemID = "cart"
  private let whole: any WholeCartService

  init(whole: any WholeCartService, network: AdversarialNetwork) {
    self.whole = whole
    super.init(service: whole, network: network)
  }

  func cart() async throws -> Cart {
    try await network.read(of: Self.itemID) { [self] in noted(try await whole.cart()) }
  }
}

/// A service that reads several quantities at once, behind an adversarial network.
@MainActor
final class NetworkedBatchedCartService: NetworkedCartService, BatchedCartService {
  private let batched: any BatchedCartService

  init(batched: any BatchedCartService, network: AdversarialNetwork) {
    self.batched = batched
    super.init(service: batched, network: network)
  }

  func quantities(of productIDs: Set<String>) async throws -> [String: CartAnswer] {
    try await network.read(of: productIDs) { [batched] in
      try await batched.quantities(of: productIDs)
    }
  }
}
