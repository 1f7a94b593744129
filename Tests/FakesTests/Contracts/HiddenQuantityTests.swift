import Fakes
import SelfManaged
import Testing

/// The contract of carts finds a stored quantity that differs from the reported one.
@MainActor
struct HiddenQuantityTests {
  @Test(arguments: [
    (Fault.storesDebt, CartServiceContract.Clause.neverBelowZero),
    (.storesMoreThanTheMaximum, .limit), (.remembersOneKey, .sameKey),
  ])
  fileprivate func hiddenQuantityIsFound(
    fault: Fault, clause: CartServiceContract.Clause
  ) async {
    let violation = await #expect(throws: ContractViolation.self) {
      try await contract(FaultyCart(fault)).check()
    }
    #expect(violation?.clause == clause.rawValue)
  }

  /// The cart reports a maximum of five, whatever the test declares.
  @Test(arguments: [nil, 6]) func rightCartPasses(maximum: Int?) async throws {
    try await contract(FaultyCart(nil), maximum: maximum).check()
  }

  private func contract(_ cart: FaultyCart, maximum: Int? = nil) -> CartServiceContract {
    CartServiceContract(
      cart, productID: "tea", maximum: maximum, honorsIdempotencyKeys: true,
      sleep: FakeClock().sleep)
  }
}

private enum Fault: Sendable { case storesDebt, storesMoreThanTheMaximum, remembersOneKey }

/// A cart with at most five pieces of each product.
@MainActor
private final class FaultyCart: CartService {
  private let fault: Fault?
  private var stored = 0
  private var answers: [IdempotencyKey: CartAnswer] = [:]

  init(_ fault: Fault?) { self.fault = fault }

  private var answer: CartAnswer {
    CartAnswer(quantity: min(5, max(0, stored)), limits: QuantityLimits(maximum: 5))
  }

  private func store(_ wanted: Int, _ info: RequestInfo) -> CartAnswer {
    if let former = answers[info.key] { return former }
    stored = wanted
    if fault != .storesDebt { stored = max(0, stored) }
    if fault != .storesMoreThanTheMaximum { stored = min(5, stored) }
    if fault == .remembersOneKey { answers = [:] }
    answers[info.key] = answer
    return answer
  }

  func add(_ amount: Int, of productID: String, _ info: RequestInfo) async -> CartAnswer {
    store(stored + amount, info)
  }

  func reduce(_ amount: Int, of productID: String, _ info: RequestInfo) async -> CartAnswer {
    store(stored - amount, info)
  }

  func set(_ quantity: Int, of productID: String, _ info: RequestInfo) async -> CartAnswer {
    store(quantity, info)
  }

  func quantity(of productID: String) async -> CartAnswer { answer }
}
