package import SelfManaged
package import StorefrontWire

extension StorefrontAPI: WholeCartService {
  /// Adds to the quantity in the cart (`POST /cart/ID/add`).
  package func add(
    _ amount: Int, of productID: String, _ info: RequestInfo
  ) async throws -> CartAnswer {
    try await change(
      "POST", ["cart", productID, "add"], body: ["amount": amount], info,
      answeredBy: StorefrontCart.self)
  }

  /// Reduces the quantity in the cart (`POST /cart/ID/reduce`).
  package func reduce(
    _ amount: Int, of productID: String, _ info: RequestInfo
  ) async throws -> CartAnswer {
    try await change(
      "POST", ["cart", productID, "reduce"], body: ["amount": amount], info,
      answeredBy: StorefrontCart.self)
  }

  /// Sets the quantity in the cart (`PUT /cart/ID`).
  package func set(
    _ quantity: Int, of productID: String, _ info: RequestInfo
  ) async throws -> CartAnswer {
    try await change(
      "PUT", ["cart", productID], body: ["quantity": quantity], info,
      answeredBy: StorefrontCart.self)
  }

  /// Reads the whole cart (`GET /cart`).
  package func cart() async throws -> Cart {
    try await transport.read(["cart"]).decoded(StorefrontCart.self).report
  }

  /// Orders the cart (`POST /orders`), unless it has another version.
  ///
  /// - Throws: ``SelfManaged/ServiceError/conflict`` if the cart has changed.
  package func placeOrder(
    ofCart version: Int, _ key: IdempotencyKey
  ) async throws -> StorefrontOrder {
    try await transport.change(
      "POST", ["orders"],
      headers: ["Idempotency-Key": key.rawValue, "If-Version": String(version)], body: nil
    ).decoded(StorefrontOrder.self)
  }
}
