public import SelfManaged

/// Checks that a cart service keeps what `CartService` promises.
///
/// ```swift
/// @Test func ourCartKeepsTheContract() async throws {
///   try await CartServiceContract(api, productID: "tea", honorsIdempotencyKeys: true).check()
/// }
/// ```
///
/// Run it on your own service against a back end for tests: nobody else should change the cart
/// meanwhile. It takes the product out, adds, reduces and sets it, and goes above its maximum if one
/// is known. In the end there are as many as before.
public struct CartServiceContract: Sendable {
  /// What is checked, in words; what each one prevents stands beside it.
  public enum Clause: String, CaseIterable, ContractClause {
    /// Else the editor stays pending, and `settled()` waits for ever.
    case comesBack = "Every call comes back."
    /// Else every change is rolled back.
    case succeeds = "A change of a product that can be had is carried out."
    /// Else the number jumps when it is read anew.
    case read = "A read tells how many there are, and agrees with the last answer."
    /// Else an editor of a product that was never added can't begin.
    case readsZero = "A product that is not in the cart reads 0."
    /// Else the number shown after a plus is not what will be paid for.
    case adds = "Adding answers the newest quantity, or none."
    /// Else the number shown after a minus is not what will be paid for.
    case reduces = "Reducing answers the newest quantity, or none."
    /// Else the number shown after a text is not what will be paid for.
    case sets = "Setting answers the newest quantity, or none."
    /// Else a product that was taken out is still paid for.
    case takesOut = "Setting 0 takes the product out."
    /// Else a retry after a lost reply fails, or adds.
    case setTwice = "Setting twice is the same as once, under the same key and under another."
    /// Else a minus in two places at once makes a nonsense of the cart.
    case neverBelowZero = "Reducing never goes below 0: it stops there, or is refused."
    /// Else a plus whose reply is lost is added twice.
    ///
    /// Checked only where keys are honored.
    case sameKey = "The same key twice changes the quantity once."
    /// Else more are paid for than are shown.
    case limit = "More than the maximum is clamped or refused, and no more is stored than is said."
    /// Else two screens that open together disagree.
    case concurrentReads = "Reads at the same time all succeed and agree."
    /// Else the newest answers are taken for old ones, and ignored.
    case versionsNeverFall = "Versions never fall."
    /// Else an old answer can't be told from a new one.
    case versionsRise = "A version rises with each change."
    /// Else a tap that can never succeed is left in doubt.
    case unknownProduct = "An unknown product is refused for certain, and never left in doubt."
  }

  let service: any CartService
  let productID: String
  let unknownProductID: String?
  let maximum: Int?
  let honorsIdempotencyKeys: Bool
  let patience: Duration
  let sleep: @MainActor (Duration) async throws -> Void

  /// Prepares the check.
  ///
  /// - Parameters:
  ///   - service: The service.
  ///   - productID: A product of which at least 3 can be had, singly.
  ///   - unknownProductID: A product that does not exist; without one, that clause is not checked.
  ///   - maximum: How many can be had, if the service does not tell. If nobody does, that clause is
  ///     not checked.
  ///   - honorsIdempotencyKeys: Whether the back end carries a repeated key out once, as
  ///     `OptimisticPolicy.honorsIdempotencyKeys` says.
  ///   - patience: How long a call may take; longer than the service's own time-out.
  ///   - sleep: Waits so long; a test injects its own.
  public init(
    _ service: any CartService, productID: String, unknownProductID: String? = nil,
    maximum: Int? = nil, honorsIdempotencyKeys: Bool = false, patience: Duration = .seconds(30),
    sleep: @escaping @MainActor (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.service = service
    self.productID = productID
    self.unknownProductID = unknownProductID
    self.maximum = maximum
    self.honorsIdempotencyKeys = honorsIdempotencyKeys
    self.patience = patience
    self.sleep = sleep
  }

  /// Checks every clause, and restores what it changed.
  ///
  /// - Throws: The first clause that is broken.
  @MainActor
  public func check() async throws(ContractViolation) {
    let run = CartServiceRun(self)
    do throws(ContractViolation) {
      try await run.check()
    } catch {
      await run.restore()
      throw error
    }
    await run.restore()
  }
}
