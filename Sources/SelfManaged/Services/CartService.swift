/// Changes and reads cart quantities.
///
/// ## Implementing this protocol
///
/// A `@MainActor` class, an actor or a struct can conform. At most one request for a product is
/// in flight at a time. The answer is the server's newest quantity, whatever was requested: a cart
/// that clamps 100 to 5 answers 5 and does not throw.
///
/// Throw a ``ServiceError`` that describes the outcome of the request. Any other error counts as
/// ``ServiceError/unknownOutcome``. An addition whose outcome is unknown is never sent again unless
/// the back end honors the key.
public protocol CartService: Sendable {
  /// Adds an amount above 0 of a product. Called once for each attempt, from the main actor.
  func add(_ amount: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer

  /// Removes an amount above 0 of a product. Called once for each attempt, from the main actor.
  func reduce(_ amount: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer

  /// Sets a product's quantity; 0 removes the product. Called once for each attempt, from the main
  /// actor.
  func set(_ quantity: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer

  /// Reads a product's quantity.
  ///
  /// Called when an editor is bound without a known quantity, and when the outcome of a request
  /// stays unknown. A product that is not in the cart has the quantity 0.
  func quantity(of productID: String) async throws -> CartAnswer
}
