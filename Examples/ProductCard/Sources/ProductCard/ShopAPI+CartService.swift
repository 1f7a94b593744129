import SelfManaged

extension ShopAPI: CartService {
  func add(
    _ amount: Int, of productID: String, _ info: RequestInfo
  ) async throws -> CartAnswer {
    try await change("POST", productID, ["add": amount], info)
  }

  func reduce(
    _ amount: Int, of productID: String, _ info: RequestInfo
  ) async throws -> CartAnswer {
    try await change("POST", productID, ["reduce": amount], info)
  }

  func set(
    _ quantity: Int, of productID: String, _ info: RequestInfo
  ) async throws -> CartAnswer {
    try await change("PUT", productID, ["quantity": quantity], info)
  }

  func quantity(of productID: String) async throws -> CartAnswer {
    try await send("GET", "cart/\(productID)").answer(\.cart)
  }

  private func change(
    _ method: String, _ productID: String, _ query: [String: Int], _ info: RequestInfo
  ) async throws -> CartAnswer {
    try await send(method, "cart/\(productID)", query, key: info.key, ifVersion: info.version)
      .answer(\.cart)
  }
}
