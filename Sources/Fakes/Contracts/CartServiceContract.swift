public import SelfManaged

/// Checks that a cart service fulfills the contract of `CartService`.
///
/// ```swift
/// @Test func ourCartKeepsTheContract() async throws {
///   try await CartServiceContract(api, productID: "tea", honorsIdempotencyKeys: true).check()
/// }
/// ```
///
/// Run it on your own service against a test back end; no other client should change the cart
/// meanwhile. It removes the product, adds, reduces and sets it, and goes above its maximum if one
/// is known. At the end it restores the original quantity. It reads as a session does: with
/// `cart()` of a `WholeCartService`, and with `quantities(of:)` of a `BatchedCartService`.
public struct CartServiceContract: Sendable {
  /// The checked clauses, as text; each comment describes the fault that the clause prevents.
  package enum Clause: String, CaseIterable, ContractClause {
    /// Otherwise the editor stays pending, and `settled()` never returns.
    case returns = "Every call returns."
    /// Otherwise every change is rolled back.
    case succeeds = "A change of an available product succeeds."
    /// Otherwise the number jumps when it is read again.
    case read = "A read returns the quantity, and agrees with the last answer."
    /// Otherwise an editor of a product that was never added has no initial value.
    case readsZero = "A product that is not in the cart reads 0."
    /// Otherwise the number shown after a plus is not the quantity that the user pays for.
    case adds = "Adding answers the newest quantity, or none."
    /// Otherwise the number shown after a minus is not the quantity that the user pays for.
    case reduces = "Reducing answers the newest quantity, or none."
    /// Otherwise the number shown after a text is not the quantity that the user pays for.
    case sets = "Setting answers the newest quantity, or none."
    /// Otherwise the user pays for a removed product.
    case removes = "Setting 0 removes the product."
    /// Otherwise a retry after a lost reply fails, or adds.
    case setTwice = "Setting twice is the same as once, under the same key and under another."
    /// Otherwise a concurrent minus on two devices makes the quantity negative.
    case neverBelowZero = "Reducing never goes below 0: it stops there, or is refused."
    /// Otherwise a plus whose reply is lost is added twice.
    ///
    /// Checked only where keys are honored.
    case sameKey = "A repeated key changes the quantity once."
    /// Otherwise the user pays for more than is shown.
    case limit = "Above the maximum, changes are clamped or refused, and answers match the cart."
    /// Otherwise two screens that open at the same time disagree.
    case concurrentReads = "Concurrent reads succeed and agree; a busy service may ask to wait."
    /// Otherwise a service whose reads join a request in flight leaves a wrong number on the screen.
    case readsAfterAChange = "A read that begins after a change returns the changed quantity."
    /// Otherwise the newest answers count as stale, and are ignored.
    case versionsNeverFall = "Versions never fall."
    /// Otherwise a stale answer can't be distinguished from a fresh one.
    case versionsRise = "A version rises with each change."
    /// Otherwise an addition that is sent again after the delay is added twice.
    case busy = "A change that throws busy has done nothing."
    /// Otherwise a tap that can never succeed keeps an unknown outcome.
    case unknownProduct = "An unknown product is refused with an error that no retry can fix."
  }

  let service: any CartService
  let productID: String
  let unknownProductID: String?
  let maximum: Int?
  let honorsIdempotencyKeys: Bool
  let timeout: Duration
  let sleep: @MainActor (Duration) async throws -> Void

  /// Prepares the check.
  ///
  /// - Parameters:
  ///   - service: The service.
  ///   - productID: A product with a step of 1, of which at least 3 are available.
  ///   - unknownProductID: A product that does not exist; without one, that clause is not checked.
  ///   - maximum: The greatest quantity, if the service does not report it. Without either, that
  ///     clause is not checked.
  ///   - honorsIdempotencyKeys: Whether the back end carries a repeated key out once, as
  ///     `OptimisticPolicy.honorsIdempotencyKeys` says.
  ///   - timeout: How long a call may take; longer than the service's own timeout.
  ///   - sleep: Waits for a duration; a test injects its own.
  public init(
    _ service: any CartService, productID: String, unknownProductID: String? = nil,
    maximum: Int? = nil, honorsIdempotencyKeys: Bool = false, timeout: Duration = .seconds(30),
    sleep: @escaping @MainActor (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.service = service
    self.productID = productID
    self.unknownProductID = unknownProductID
    self.maximum = maximum
    self.honorsIdempotencyKeys = honorsIdempotencyKeys
    self.timeout = timeout
    self.sleep = sleep
  }

  /// Checks every clause, and restores the original value.
  ///
  /// - Throws: A ``ContractViolation`` for the first clause that is broken.
  @MainActor
  public func check() async throws(ContractViolation) {
    let run = CartServiceRun(self)
    var violation: ContractViolation?
    do throws(ContractViolation) { try await run.check() } catch { violation = error }
    await Task { await run.restore() }.value  // Also if the check was canceled.
    if let violation { throw violation }
  }
}
