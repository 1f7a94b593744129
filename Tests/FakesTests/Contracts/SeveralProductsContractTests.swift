import Fakes
import SelfManaged
import Testing

/// The contract of cart services that read the whole cart, or several products.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct SeveralProductsContractTests {
  typealias Clause = CartServiceContract.Clause

  private func violation(of service: any CartService) async -> ContractViolation? {
    await violationThrown(
      by: CartServiceContract(
        service, productID: "tea", unknownProductID: service is FakeShop ? nil : "gone",
        maximum: service is FakeShop ? nil : 5, honorsIdempotencyKeys: true,
        sleep: { _ in await FakeWire().arrived(1) }
      ).check)
  }

  @Test(arguments: [FakeShop.Versions.numbers, .tags, .none], [false, true])
  func shopKeepsTheContract(versions: FakeShop.Versions, requiresVersion: Bool) async {
    let shop = FakeShop()
    (shop.versions, shop.requiresVersion) = (versions, requiresVersion)
    (shop["tea"], shop["milk"], shop.stock["tea"]) = (2, 1, 5)
    #expect(await violation(of: shop) == nil)
    #expect(shop["tea"] == 2)
    #expect(shop.calls.contains(.readCart))
    #expect(!shop.calls.contains(.read(productID: "tea")))
  }

  @Test(arguments: [
    (SeveralProducts.Fault?.none, Clause?.none), (.readsTheFormer, .removes),
    (.leavesOut, .read), (.answersAnotherCart, .removes),
  ])
  fileprivate func wholeCartIsChecked(_ fault: SeveralProducts.Fault?, clause: Clause?) async {
    let violation = await violation(of: WholeCart(fault))
    #expect(violation?.clause == clause?.rawValue)
    if violation != nil { #expect(violation?.calls[0].hasPrefix("cart()") == true) }
  }

  @Test(arguments: [
    (SeveralProducts.Fault?.none, Clause?.none), (.readsTheFormer, .removes),
    (.leavesOut, .read), (.failsForUnknown, .read),
  ])
  fileprivate func severalQuantitiesAreChecked(
    _ fault: SeveralProducts.Fault?, clause: Clause?
  ) async {
    let violation = await violation(of: Batch(fault))
    #expect(violation?.clause == clause?.rawValue)
    let words = #"quantities(of: ["gone", "tea"])"#
    if violation != nil { #expect(violation?.calls[0].hasPrefix(words) == true) }
  }
}

/// A cart whose reads of one product are right.
@MainActor
private class SeveralProducts: CartService {
  enum Fault { case readsTheFormer, leavesOut, failsForUnknown, answersAnotherCart }

  fileprivate let stored = Cart(nil)
  fileprivate let fault: Fault?

  init(_ fault: Fault?) { self.fault = fault }

  func add(_ amount: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer {
    answer(try await stored.add(amount, of: productID, info))
  }

  func reduce(
    _ amount: Int, of productID: String, _ info: RequestInfo
  ) async throws -> CartAnswer { answer(try await stored.reduce(amount, of: productID, info)) }

  func set(
    _ quantity: Int, of productID: String, _ info: RequestInfo
  ) async throws -> CartAnswer { answer(try await stored.set(quantity, of: productID, info)) }

  func quantity(of productID: String) async throws -> CartAnswer {
    try await stored.quantity(of: productID)
  }

  fileprivate func answer(_ answer: CartAnswer) -> CartAnswer { answer }

  /// The quantity that a read of several products reports; `nil` if it leaves the product out.
  fileprivate var reported: Int? {
    fault == .leavesOut ? nil : fault == .readsTheFormer ? 2 : stored.quantity
  }
}

@MainActor
private final class WholeCart: SeveralProducts, WholeCartService {
  func cart() async throws -> SelfManaged.Cart { whole(reported) }

  override func answer(_ answer: CartAnswer) -> CartAnswer {
    let quantity = answer.quantity ?? 0
    return CartAnswer(cart: whole(fault == .answersAnotherCart ? quantity + 1 : quantity))
  }

  /// The quantity is in two lines.
  private func whole(_ quantity: Int?) -> SelfManaged.Cart {
    let tea = quantity.map { min($0, 1) }.map { [$0, (quantity ?? 0) - $0] } ?? []
    return SelfManaged.Cart(
      lines: tea.enumerated().map { .init(productID: "tea", id: "line\($0)", quantity: $1) }
        + [.init(productID: "milk", quantity: 7)])
  }
}

@MainActor
private final class Batch: SeveralProducts, BatchedCartService {
  func quantities(of productIDs: Set<String>) async throws -> [String: CartAnswer] {
    if fault == .failsForUnknown, productIDs.contains("gone") { throw ServiceError.rejected }
    return reported.map { ["tea": CartAnswer(quantity: $0)] } ?? [:]
  }
}
