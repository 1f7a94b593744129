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
    let gone = CartAnswer(quantity: 0)
    do throws(ServiceError) {
      return try await send("GET", "cart/\(productID)").answer(gone: gone, \.cart)
    } catch {
      // The product is not in the cart.
      if error.answer as? CartAnswer == gone { return gone }
      throw error
    }
  }

  private func change(
    _ method: String, _ productID: String, _ query: [String: Int], _ info: RequestInfo
  ) async throws -> CartAnswer {
    try await send(method, "cart/\(productID)", query, key: info.key, ifVersion: info.version)
      .answer(gone: CartAnswer(quantity: 0), isVersioned: info.version != nil, \.cart)
  }
}
