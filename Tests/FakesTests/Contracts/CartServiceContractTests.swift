import Fakes
import SelfManaged
import Testing

/// The contract of cart services.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct CartServiceContractTests {
  typealias Clause = CartServiceContract.Clause

  /// The violation that a check finds; `nil` if the contract is kept.
  private func violation(
    of service: any CartService, unknownProductID: String? = "gone", maximum: Int? = nil,
    honorsIdempotencyKeys: Bool = true, hangsAt wire: FakeWire? = nil
  ) async -> ContractViolation? {
    let contract = CartServiceContract(
      service, productID: "tea", unknownProductID: unknownProductID, maximum: maximum,
      honorsIdempotencyKeys: honorsIdempotencyKeys
    ) {
      _ in await (wire ?? FakeWire()).arrived(1)
    }
    return await violationThrown(by: contract.check)
  }

  @Test(arguments: [nil, 3, 5], [0, 2])
  func theFakeKeepsTheContractAndIsRestored(_ stock: Int?, _ quantity: Int) async {
    let cart = FakeCartService()
    cart.stock["tea"] = stock
    cart["tea"] = quantity
    #expect(await violation(of: cart, unknownProductID: nil) == nil)
    #expect(cart["tea"] == quantity)
  }

  @Test func fakeWithoutKeysKeepsTheContractWithoutKeys() async {
    let cart = FakeCartService()
    cart.honorsIdempotencyKeys = false
    #expect(await violation(of: cart, unknownProductID: nil, honorsIdempotencyKeys: false) == nil)
    let violation = await violation(of: cart, unknownProductID: nil)
    #expect(violation?.clause == Clause.sameKey.rawValue)
  }

  @Test(arguments: Cart.Style.allCases)
  func correctServiceKeepsTheContract(_ style: Cart.Style) async {
    let cart = Cart(nil, style: style)
    #expect(await violation(of: cart, maximum: 5) == nil)
    #expect(cart.quantity == 2)
  }

  @Test(arguments: Cart.Fault.allCases)
  func brokenServiceFailsWithItsClause(_ fault: Cart.Fault) async {
    let cart = Cart(fault)
    if fault == .joinsAReadInFlight {  // A change overtakes the last read but one.
      let correct = Cart(nil)
      #expect(await self.violation(of: correct, maximum: 5) == nil)
      cart.overtakenRead = correct.reads - 1
    }
    let wire = fault == .hangs ? cart.wire : nil
    let violation = await violation(of: cart, maximum: 5, hangsAt: wire)
    #expect(violation?.clause == fault.clause.rawValue)
    cart.wire.release()
  }

  @Test func additionAtTheMaximumIsChecked() async {
    let cart = Cart(.addsBeyondTheMaximum, style: .refusesWhatDoesNotFit)
    #expect(await violation(of: cart, maximum: 5)?.clause == Clause.limit.rawValue)
  }

  @Test func settingAProductThatIsNotInTheCartIsChecked() async {
    let cart = Cart(.refusesToSetFromZero, style: .refusesWhatDoesNotFit)
    let violation = await violation(of: cart, honorsIdempotencyKeys: false)
    #expect(violation?.clause == Clause.succeeds.rawValue)
  }

  @Test func callThatTimesOutIsCanceled() async {
    let cart = WaitingCart()
    let contract = CartServiceContract(cart, productID: "tea") { _ in await cart.wire.arrived(1) }
    await #expect(throws: ContractViolation.self) { try await contract.check() }
    await cart.canceled
    cart.wire.release()
  }

  @Test func everyClauseCanBeBroken() {
    #expect(Set(Cart.Fault.allCases.map(\.clause)).union([.busy]) == Set(Clause.allCases))
  }

  @Test func aViolationRestoresTheQuantity() async {
    let cart = Cart(.leavesUnknownInDoubt)
    #expect(await violation(of: cart) != nil)
    #expect(cart.quantity == 2)
  }

  @Test func unknownProductIsCheckedOnlyIfNamed() async {
    #expect(await violation(of: Cart(.leavesUnknownInDoubt), unknownProductID: nil) == nil)
  }

  @Test func unreportedMaximumIsNotChecked() async {
    #expect(await violation(of: Cart(.storesMoreThanItSays)) == nil)
  }

  @Test func violationNamesTheClauseAndTheCalls() async {
    let violation = await violation(of: Cart(.addsOneMore))
    #expect(
      violation?.description == """
        CartService: Adding answers the newest quantity, or none.
        Found: the answer says 3 instead of 2.
          1. quantity(of: "tea") → 2, version 0
          2. set(0, of: "tea") as intent 1 → 0, version 1
          3. quantity(of: "tea") → 0, version 1
          4. add(2, of: "tea") as intent 2 → 3, version 2
        """)
  }

  @Test(arguments: Cart.Maximum.allCases)
  func aReportedMaximumIsChecked(_ maximum: Cart.Maximum) async {
    let violation = await violation(of: Cart(.storesMoreThanThereAre, maximum: maximum))
    #expect(violation?.clause == (maximum == .isSecret ? nil : Clause.limit.rawValue))
  }

  @Test func maximumRaisedByTheAnswerIsAdopted() async {
    #expect(await violation(of: Cart(nil, style: .raisesTheMaximum), maximum: 5) == nil)
  }

  @Test func greatestMaximumIsNotExceeded() async {
    let cart = FakeCartService()
    #expect(await violation(of: cart, unknownProductID: nil, maximum: .max) == nil)
  }

  @Test func removalOfAnAbsentProductIsChecked() async {
    let violation = await violation(of: Cart(.ignoresNone, quantity: 0))
    #expect(violation?.clause == Clause.removes.rawValue)
  }

  @Test func wrongAdditionIsBlamedOnTheAddition() async {
    let violation = await violation(of: Cart(.addsOneMore, style: .answersOk))
    #expect(violation?.clause == Clause.adds.rawValue)
  }

  @Test func nothingIsSentAfterACallThatHangs() async {
    let cart = Cart(.hangs)
    #expect(await violation(of: cart, hangsAt: cart.wire) != nil)
    #expect(cart.wire.arrivals == 1)
    cart.wire.release()
  }

  @Test(arguments: [
    (Duration.seconds(5), Duration.seconds(5)), (.seconds(Int64.max), .seconds(315_360_000)),
  ])
  func callMayTakeTheWholeTimeLimit(timeout: Duration, waited: Duration) async {
    let cart = Cart(.hangs)
    var slept: Set<Duration> = []
    let contract = CartServiceContract(cart, productID: "tea", timeout: timeout) {
      slept.insert($0)
      await cart.wire.arrived(1)
    }
    await #expect(throws: ContractViolation.self) { try await contract.check() }
    #expect(slept == [waited])
    cart.wire.release()
  }
}

/// A cart whose reads wait until they are canceled.
@MainActor
private final class WaitingCart: CartService {
  let wire = FakeWire()
  private let (signal, end) = AsyncStream<Void>.makeStream()

  /// Returns once a read was canceled.
  var canceled: Void { get async { for await _ in signal { return } } }

  func quantity(of productID: String) async throws -> CartAnswer {
    try await wire.carry {}
    await FakeWire().arrived(1)  // Returns when the task is canceled.
    end.yield()
    throw CancellationError()
  }

  func add(_ amount: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer {
    CartAnswer()
  }

  func reduce(
    _ amount: Int, of productID: String, _ info: RequestInfo
  ) async throws -> CartAnswer { CartAnswer() }

  func set(
    _ quantity: Int, of productID: String, _ info: RequestInfo
  ) async throws -> CartAnswer { CartAnswer() }
}
