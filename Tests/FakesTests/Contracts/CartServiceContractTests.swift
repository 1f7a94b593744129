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

/// A cart of one product that violates one clause at a time.
@MainActor
final class Cart: CartService {
  enum Fault: CaseIterable {
    case hangs, refuses, readsSomethingElse, readsNothing, refusesToReadNone, addsOneMore
    case answersTheFormerQuantity, reducesTheOtherWay, setsByAdding, keepsOne
    case refusesARepeatedKey, fallsBelowZero, doubtsBelowZero, addsARepeatedKey
    case storesMoreThanItSays, storesMoreThanThereAre, doubtsAboveTheMaximum, refusesAndStores
    case emptiesTheCartAboveTheMaximum
    case readsOneAtATime, disagreesWithItself, versionsFall, versionsStand
    case versionFallsAboveTheMaximum, storesOneBelowZero, refusesAndTakesOut, ignoresNone
    case addsOneMoreToOne, reducesOneMoreFromThree, refusesARepeatedAddition
    case addsUnknown, leavesUnknownInDoubt, isOfflineForUnknown
    case addsBeyondTheMaximum, addsARepeatedSet, answersOneBelowZero
    case refusesItsMaximum, refusesWithAFalseQuantity, refusesBelowZeroWithAFalseQuantity
    case refusesToSetFromZero, reducesByOne, keepsTheLast, refusesToTakeOutTheLast, setsUnknown
    case joinsAReadInFlight

    var clause: CartServiceContract.Clause {
      switch self {
      case .hangs: .returns
      case .refuses, .refusesItsMaximum, .refusesToSetFromZero, .refusesToTakeOutTheLast:
        .succeeds
      case .readsSomethingElse, .readsNothing: .read
      case .refusesToReadNone: .readsZero
      case .addsOneMore, .addsOneMoreToOne, .answersTheFormerQuantity: .adds
      case .reducesTheOtherWay, .reducesOneMoreFromThree, .reducesByOne, .keepsTheLast: .reduces
      case .setsByAdding: .sets
      case .keepsOne, .ignoresNone: .removes
      case .refusesARepeatedKey, .addsARepeatedSet: .setTwice
      case .fallsBelowZero, .doubtsBelowZero, .storesOneBelowZero, .refusesAndTakesOut,
        .answersOneBelowZero, .refusesBelowZeroWithAFalseQuantity:
        .neverBelowZero
      case .addsARepeatedKey, .refusesARepeatedAddition: .sameKey
      case .storesMoreThanItSays, .storesMoreThanThereAre, .doubtsAboveTheMaximum,
        .refusesAndStores, .addsBeyondTheMaximum, .refusesWithAFalseQuantity,
        .emptiesTheCartAboveTheMaximum:
        .limit
      case .readsOneAtATime, .disagreesWithItself: .concurrentReads
      case .versionsFall, .versionFallsAboveTheMaximum: .versionsNeverFall
      case .versionsStand: .versionsRise
      case .joinsAReadInFlight: .readsAfterAChange
      case .addsUnknown, .setsUnknown, .leavesUnknownInDoubt, .isOfflineForUnknown:
        .unknownProduct
      }
    }
  }

  /// The ways in which a correct service may differ.
  enum Style: CaseIterable {
    case answersAll, answersOk, refusesWhatDoesNotFit, raisesTheMaximum
  }

  /// The answers that report the maximum.
  enum Maximum: CaseIterable {
    case isSecret, isRead, isAnswered
  }

  private(set) var quantity: Int
  let wire = FakeWire()
  private let fault: Fault?
  private let style: Style
  private let maximum: Maximum
  private var version = 0
  private var isReading = false
  private var reading: Task<CartAnswer, any Error>?
  private var isJoined = false
  private var seen: [IdempotencyKey: CartAnswer] = [:]

  init(
    _ fault: Fault?, style: Style = .answersAll, maximum: Maximum = .isSecret, quantity: Int = 2
  ) {
    self.fault = fault
    self.style = style
    self.maximum = maximum
    self.quantity = quantity
  }

  func add(_ amount: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer {
    if productID != "tea" { return try unknown() }
    if fault == .refusesARepeatedAddition, seen[info.key] != nil { throw ServiceError.rejected }
    if fault == .addsBeyondTheMaximum, quantity + amount > 5 {
      (quantity, version) = (quantity + amount, version + 1)
      return answer(quantity)
    }
    let before = quantity
    let addsOneMore = fault == .addsOneMore || fault == .addsOneMoreToOne && quantity == 1
    var answer = try await change(to: quantity + amount + (addsOneMore ? 1 : 0), info)
    if fault == .answersTheFormerQuantity { answer.quantity = before }
    return answer
  }

  func reduce(
    _ amount: Int, of productID: String, _ info: RequestInfo
  ) async throws -> CartAnswer {
    if fault == .reducesOneMoreFromThree, quantity == 3, amount == 2 {
      return try await change(to: 0, info)
    }
    if fault == .refusesToTakeOutTheLast, amount == quantity, seen[info.key] == nil {
      throw ServiceError.rejected
    }
    if fault == .keepsTheLast, amount == quantity { return try await change(to: quantity, info) }
    if fault == .reducesByOne, amount <= quantity {
      return try await change(to: quantity - 1, info)
    }
    return try await change(to: quantity - (fault == .reducesTheOtherWay ? -amount : amount), info)
  }

  func set(
    _ quantity: Int, of productID: String, _ info: RequestInfo
  ) async throws -> CartAnswer {
    if productID != "tea", fault != .setsUnknown { return try unknown() }
    if fault == .ignoresNone, quantity == 0 { return try await change(to: self.quantity, info) }
    if fault == .refusesToSetFromZero, self.quantity == 0, quantity > 0 {
      throw ServiceError.rejected("Not in the cart")
    }
    if fault == .keepsOne { return try await change(to: max(1, quantity), info) }
    let isRepeated = quantity == self.quantity && quantity > 0
    let isAdded =
      fault == .setsByAdding && quantity > 0 || fault == .addsARepeatedSet && isRepeated
    return try await change(to: quantity + (isAdded ? self.quantity : 0), info)
  }

  func quantity(of productID: String) async throws -> CartAnswer {
    if fault == .readsNothing { return CartAnswer() }
    if fault == .refusesToReadNone, quantity == 0 { throw ServiceError.rejected("Not in the cart") }
    if fault == .readsOneAtATime || fault == .disagreesWithItself {
      if isReading {
        if fault == .disagreesWithItself { return answer(quantity + 1) }
        throw ServiceError.rejected("Another read is under way")
      }
      isReading = true
      await Task { @MainActor in }.value  // The other read arrives in between.
      isReading = false
    }
    if fault == .joinsAReadInFlight { return try await joined(answer(quantity)) }
    var read = answer(fault == .readsSomethingElse && quantity == 2 ? 7 : quantity)
    if maximum == .isRead { read.limits = QuantityLimits(maximum: 5) }
    return read
  }

  /// The answer of a read in flight, which takes as long as a change that begins after it.
  private func joined(_ answer: CartAnswer) async throws -> CartAnswer {
    if let reading {
      isJoined = true
      wire.release()
      return try await reading.value
    }
    isJoined = false
    let reading = Task {
      await Task {}.value  // A change that begins in the same turn is made meanwhile.
      guard quantity != answer.quantity, !isJoined else { return answer }
      wire.hold()
      return try await wire.carry { answer }
    }
    self.reading = reading
    defer { self.reading = nil }
    return try await reading.value
  }

  private func answer(_ quantity: Int) -> CartAnswer {
    CartAnswer(quantity: quantity, version: fault == .versionsFall ? -version : version)
  }

  private func change(to wanted: Int, _ info: RequestInfo) async throws -> CartAnswer {
    if fault == .hangs {
      wire.hold()
      try await wire.carry {}
    }
    if fault == .refuses { throw ServiceError.rejected("No") }
    if let before = seen[info.key] {
      if fault == .refusesARepeatedKey { throw ServiceError.rejected }
      if fault != .addsARepeatedKey { return before }
    }
    var next = wanted
    var reported: Int?
    if fault == .refusesItsMaximum, wanted == 5 { throw ServiceError.limit(5) }
    if wanted > 5 { (next, reported) = try above(wanted) }
    if wanted < 0 { next = try below(wanted) }
    if wanted < 0, fault == .answersOneBelowZero { reported = 1 }
    if next != quantity, fault != .versionsStand { version += 1 }
    quantity = next
    let isSilent = style == .answersOk || fault == .storesOneBelowZero && wanted < 0
    var given = isSilent ? CartAnswer() : answer(reported ?? next)
    if maximum == .isAnswered { given.limits = QuantityLimits(maximum: 5) }
    if style == .raisesTheMaximum { given.limits = QuantityLimits(maximum: 9) }
    if fault == .versionFallsAboveTheMaximum, wanted > 5 { given.version = 0 }
    seen[info.key] = given
    return given
  }

  /// The stored and the reported quantity when more than the stock is requested.
  private func above(_ wanted: Int) throws -> (stored: Int, reported: Int?) {
    switch fault {
    case .storesMoreThanItSays: return (wanted, 5)
    case .storesMoreThanThereAre: return (wanted, nil)
    case .emptiesTheCartAboveTheMaximum: return (0, nil)
    case .doubtsAboveTheMaximum: throw ServiceError.unknownOutcome
    case .refusesWithAFalseQuantity: throw ServiceError.limit(5, answer: CartAnswer(quantity: 99))
    case .refusesAndStores:
      quantity = wanted
      throw ServiceError.limit(5)
    default:
      if style == .refusesWhatDoesNotFit { throw ServiceError.limit(5) }
      return (style == .raisesTheMaximum ? wanted : 5, nil)
    }
  }

  private func below(_ wanted: Int) throws -> Int {
    if fault == .doubtsBelowZero { throw CancellationError() }
    if fault == .refusesBelowZeroWithAFalseQuantity {
      throw ServiceError.rejected("Not enough in the cart", answer: CartAnswer(quantity: 99))
    }
    if style == .refusesWhatDoesNotFit { throw ServiceError.rejected("Not enough in the cart") }
    if fault == .refusesAndTakesOut {
      quantity = 0
      throw ServiceError.rejected("Not enough in the cart")
    }
    if fault == .storesOneBelowZero { return 1 }
    return fault == .fallsBelowZero ? wanted : 0
  }

  private func unknown() throws -> CartAnswer {
    switch fault {
    case .addsUnknown: return CartAnswer()
    case .leavesUnknownInDoubt: throw CancellationError()
    case .isOfflineForUnknown: throw ServiceError.offline
    default: throw ServiceError.rejected("There is no such product")
    }
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
