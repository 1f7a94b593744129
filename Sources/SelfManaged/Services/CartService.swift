/// A service that changes and reads cart quantities.
///
/// ## Implementing this protocol
///
/// A `@MainActor` class, an actor or a struct can conform. All methods are called from the main
/// actor. The session waits for one change of a product at a time. After
/// ``OptimisticPolicy/timeout`` it stops waiting, so a further attempt can run while a call has not
/// returned. A read can run at the same time as a change.
///
/// Return the server's newest quantity, whatever was requested: a cart that clamps 100 to 5 returns
/// 5 and does not throw.
///
/// Throw a ``ServiceError`` that describes the outcome of the request. Any other error counts as
/// ``ServiceError/unknownOutcome``. An addition or a reduction with an unknown outcome is never
/// sent again unless the policy's ``OptimisticPolicy/honorsIdempotencyKeys`` is `true`.
public protocol CartService: Sendable {
  /// Adds an amount above 0 of a product; called once for each attempt.
  func add(_ amount: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer

  /// Removes an amount above 0 of a product; called once for each attempt.
  func reduce(_ amount: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer

  /// Sets the quantity of a product, where 0 removes the product; called once for each attempt.
  ///
  /// A repeated call must have the same result.
  func set(_ quantity: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer

  /// Reads the quantity of a product; 0 if the product is not in the cart.
  ///
  /// Called to read back an unknown outcome, when an editor is bound without a known quantity, and
  /// when the known quantity may be wrong: for example after ``Session/refresh()``. If it throws,
  /// or returns an older version than the known one, the read is repeated after
  /// ``OptimisticPolicy/retryDelays``; after ``ServiceError/busy(after:_:)``, not before the delay
  /// that the server asked for.
  func quantity(of productID: String) async throws -> CartAnswer
}
