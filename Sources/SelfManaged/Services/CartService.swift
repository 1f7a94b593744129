/// Changes how many of a product are in the cart.
///
/// ## Implementing this protocol
///
/// A `@MainActor` class, an actor or a struct can conform. At most one request for a product is
/// under way at a time. The answer is the server's newest number, whatever was asked for: a cart
/// that clamps 100 to 5 answers 5 and does not throw.
///
/// Throw a ``ServiceError`` that says what is known of the request. Any other error says nothing
/// about it and is taken as ``ServiceError/unknownOutcome``. An addition whose outcome is unknown
/// is never sent again unless the back end honours the key.
public protocol CartService: Sendable {
  /// Adds so many of a product, above 0. Called once for each attempt, from the main actor.
  func add(_ amount: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer

  /// Takes so many of a product out, above 0. Called once for each attempt, from the main actor.
  func reduce(_ amount: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer

  /// Sets how many of a product there are; 0 takes it out. Called once for each attempt, from the
  /// main actor.
  func set(_ quantity: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer

  /// Reads how many of a product there are.
  ///
  /// Called when an editor is prepared without a known quantity, and when the outcome of a request
  /// stays unknown. A product that is not in the cart has the quantity 0.
  func quantity(of productID: String) async throws -> CartAnswer
}
