public import SelfManaged

extension StorefrontAPI: CartService {
  /// Adds to the quantity in the cart (`POST /cart/ID/add`).
  public func add(
    _ amount: Int, of productID: String, _ info: RequestInfo
  ) async throws -> CartAnswer {
    try await change(
      "POST", ["cart", productID, "add"], body: ["amount": amount], info,
      answeredBy: CartBody.self)
  }

  /// Reduces the quantity in the cart (`POST /cart/ID/reduce`).
  public func reduce(
    _ amount: Int, of productID: String, _ info: RequestInfo
  ) async throws -> CartAnswer {
    try await change(
      "POST", ["cart", productID, "reduce"], body: ["amount": amount], info,
      answeredBy: CartBody.self)
  }

  /// Sets the quantity in the cart (`PUT /cart/ID`).
  public func set(
    _ quantity: Int, of productID: String, _ info: RequestInfo
  ) async throws -> CartAnswer {
    try await change(
      "PUT", ["cart", productID], body: ["quantity": quantity], info, answeredBy: CartBody.self)
  }

  /// Reads the quantity in the cart (`GET /cart/ID`).
  public func quantity(of productID: String) async throws -> CartAnswer {
    try await read(["cart", productID], as: CartBody.self)
  }
}
