import Fakes
import SelfManaged
import Testing

/// The contract of cart services, with a service that is wrong in a single call.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct CartServiceStepTests {
  typealias Clause = CartServiceContract.Clause
  fileprivate typealias Fault = ExactCart.Fault

  /// A change of a check, and its clause.
  struct Change: Sendable {
    /// The number of the call; a read follows.
    let call: Int
    let clause: Clause
    /// Whether the call sets the quantity that is stored already.
    let isRepeated: Bool

    init(_ call: Int, _ clause: Clause, isRepeated: Bool = false) {
      self.call = call
      self.clause = clause
      self.isRepeated = isRepeated
    }
  }

  nonisolated static let changes = [
    Change(2, .removes), Change(4, .adds), Change(6, .adds), Change(8, .reduces),
    Change(10, .sets), Change(12, .setTwice), Change(14, .setTwice), Change(24, .neverBelowZero),
    Change(26, .sets), Change(28, .adds), Change(30, .sameKey), Change(32, .reduces),
    Change(34, .sameKey), Change(36, .limit), Change(38, .sets, isRepeated: true),
    Change(40, .limit, isRepeated: true),
    Change(44, .sets), Change(46, .removes), Change(48, .sets), Change(50, .reduces),
  ]

  /// The violation that a check finds; `nil` if the contract is kept.
  private func violation(of cart: ExactCart) async -> ContractViolation? {
    let contract = CartServiceContract(
      cart, productID: "tea", unknownProductID: "gone", maximum: 5, honorsIdempotencyKeys: true
    ) { _ in await FakeWire().arrived(1) }
    return await violationThrown(by: contract.check)
  }

  @Test(arguments: ExactCart.Fault.allCases, changes)
  fileprivate func wrongChangeIsBlamedOnItsClause(_ fault: Fault, _ change: Change) async {
    let cart = ExactCart(fault, at: change.call)
    let violation = await violation(of: cart)
    let broken =
      change.isRepeated && fault.isAStandingVersion ? nil : fault.clause(for: change.clause)
    #expect(violation?.clause == broken?.rawValue)
    if violation != nil {
      let isSeenByTheRead = fault.isSilent || fault == .storesOneMore
      let isReadFirst =
        change.clause == .limit && (fault == .answersOneMore || fault.isAStandingVersion)
      let number = change.call + (isSeenByTheRead || isReadFirst ? 1 : 0)
      #expect(violation?.calls.count == number)
    }
    #expect(cart.quantity == 2)
  }

  @Test(arguments: [Fault.answersOneMore, .refuses, .answersNothing, .versionFalls], changes)
  fileprivate func wrongReadIsBlamedOnItsClause(_ fault: Fault, _ change: Change) async {
    let cart = ExactCart(fault, at: change.call + 1)
    let violation = await violation(of: cart)
    #expect(violation?.clause == fault.clause(forReadAfter: change.clause).rawValue)
    #expect(violation?.calls.count == change.call + 1)
    #expect(cart.quantity == 2)
  }

  @Test(arguments: [Fault.answersOneMore, .refuses, .answersNothing], 16...23)
  fileprivate func eachConcurrentReadIsChecked(_ fault: Fault, _ call: Int) async {
    let violation = await violation(of: ExactCart(fault, at: call))
    #expect(violation?.clause == Clause.concurrentReads.rawValue)
    #expect(violation?.calls.count == 23)
  }

  @Test(arguments: [Fault.refuses, .answersNothing])
  fileprivate func cartThatCannotBeReadIsNotChanged(_ fault: Fault) async {
    let cart = ExactCart(fault, at: 1)
    #expect(await violation(of: cart)?.clause == Clause.read.rawValue)
    #expect(cart.callCount == 1)
  }

  @Test(
    arguments: [ServiceError.Code.rejected, .limit, .init(rawValue: "sold out")],
    [24, 36, 40, 42, 43])
  func finalErrorIsARefusal(_ code: ServiceError.Code, _ call: Int) async {
    let cart = ExactCart(.refuses, at: call, error: ServiceError(code))
    #expect(await violation(of: cart) == nil)
  }

  @Test(
    arguments: [ServiceError.Code.conflict, .signedOut, .offline, .unknownOutcome],
    [
      Change(24, .neverBelowZero), Change(36, .limit), Change(40, .limit),
      Change(42, .unknownProduct), Change(43, .unknownProduct),
    ])
  func errorThatARetryMayFixIsNoRefusal(
    _ code: ServiceError.Code, _ change: Change
  ) async {
    let violation = await violation(
      of: ExactCart(.refuses, at: change.call, error: ServiceError(code)))
    #expect(violation?.clause == change.clause.rawValue)
    #expect(violation?.calls.count == change.call)
  }

  @Test func versionInARefusalIsChecked() async {
    let error = ServiceError.limit(5, answer: CartAnswer(version: -1))
    let violation = await violation(of: ExactCart(.refuses, at: 36, error: error))
    #expect(violation?.clause == Clause.versionsNeverFall.rawValue)
  }

  @Test(arguments: [true, false])
  func serviceThatComparesVersionsKeepsTheContract(hasFault: Bool) async {
    let cart = ExactCart(hasFault ? .answersOneMore : nil, at: 11)
    cart.comparesVersions = true
    #expect(await violation(of: cart)?.clause == (hasFault ? Clause.read.rawValue : nil))
    #expect(cart.quantity == 2)
  }

  @Test func serviceWithoutVersionsKeepsTheContract() async {
    let cart = ExactCart(nil)
    cart.reportsVersions = false
    #expect(await violation(of: cart) == nil)
  }

  @Test func callsNameEveryPartOfAnAnswer() async {
    let full = await violation(of: ExactCart(.answersOneMore, at: 2))
    #expect(
      full?.calls.last
        == #"set(0, of: "tea") as intent 1 → 1, version 1, maximum 5, "Only 5 left""#)
    let empty = await violation(of: ExactCart(.storesOneMoreSilently, at: 2))
    #expect(empty?.calls.dropLast().last == #"set(0, of: "tea") as intent 1 → ok"#)
  }

  @Test func checkMakesTheseCalls() async {
    let violation = await violation(of: ExactCart(.refuses, at: 51))
    let changes = (violation?.calls ?? []).compactMap { call in
      call.hasPrefix("quantity(of: \"tea\")") ? nil : call.split(separator: " →").first
    }
    #expect(
      changes.joined(separator: "\n") == """
        set(0, of: "tea") as intent 1
        add(2, of: "tea") as intent 2
        add(1, of: "tea") as intent 3
        reduce(2, of: "tea") as intent 4
        set(3, of: "tea") as intent 5
        set(3, of: "tea") as intent 5, attempt 2
        set(3, of: "tea") as intent 6
        reduce(5, of: "tea") as intent 7
        set(1, of: "tea") as intent 8
        add(1, of: "tea") as intent 9
        add(1, of: "tea") as intent 9, attempt 2
        reduce(1, of: "tea") as intent 10
        reduce(1, of: "tea") as intent 10, attempt 2
        set(6, of: "tea") as intent 11
        set(5, of: "tea") as intent 12
        add(1, of: "tea") as intent 13
        add(1, of: "gone") as intent 14 threw rejected
        set(1, of: "gone") as intent 15 threw rejected
        set(1, of: "tea") as intent 16
        set(0, of: "tea") as intent 17
        set(1, of: "tea") as intent 18
        reduce(1, of: "tea") as intent 19
        """)
  }
}

/// A correct cart of one product, of which at most 5 are available, except for one call.
@MainActor
private final class ExactCart: CartService {
  enum Fault: CaseIterable {
    case answersOneMore, answersNothing, storesOneMore, storesOneMoreSilently
    case refuses, versionFalls, versionStands, versionStandsSilently

    /// Whether the version does not rise with a change.
    var isAStandingVersion: Bool { self == .versionStands || self == .versionStandsSilently }

    /// Whether the answer to a change is empty.
    var isSilent: Bool { self == .storesOneMoreSilently || self == .versionStandsSilently }

    /// The broken clause if a change with this clause is wrong; `nil` if none is broken.
    func clause(for clause: CartServiceContract.Clause) -> CartServiceContract.Clause? {
      let isRepeated = clause == .setTwice || clause == .sameKey
      switch self {
      case .answersOneMore, .storesOneMoreSilently: return clause
      case .storesOneMore: return [.adds, .reduces, .sets].contains(clause) ? .read : clause
      case .answersNothing: return nil
      case .refuses where clause == .neverBelowZero || clause == .limit: return nil
      case .refuses: return isRepeated ? clause : .succeeds
      case .versionFalls: return .versionsNeverFall
      case .versionStands, .versionStandsSilently:
        return isRepeated ? nil : .versionsRise
      }
    }

    /// The broken clause if the read after a change with this clause is wrong.
    func clause(
      forReadAfter clause: CartServiceContract.Clause
    ) -> CartServiceContract.Clause {
      switch self {
      case .answersOneMore: [.adds, .reduces, .sets].contains(clause) ? .read : clause
      case .versionFalls: .versionsNeverFall
      default: clause == .removes ? .readsZero : clause == .limit ? .limit : .read
      }
    }
  }

  var comparesVersions = false
  var reportsVersions = true
  private(set) var quantity = 2
  private(set) var callCount = 0
  private let fault: Fault?
  private let wrongCall: Int
  private let error: ServiceError
  private var version = 0
  private var answers: [IdempotencyKey: CartAnswer] = [:]

  init(_ fault: Fault?, at call: Int = 0, error: ServiceError = .rejected) {
    self.fault = fault
    wrongCall = call
    self.error = error
  }

  func quantity(of productID: String) async throws -> CartAnswer {
    try answer(nextFault())
  }

  func add(_ amount: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer {
    try change(productID, to: quantity + amount, info)
  }

  func reduce(_ amount: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer {
    try change(productID, to: quantity - amount, info)
  }

  func set(_ quantity: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer {
    try change(productID, to: quantity, info)
  }

  private func nextFault() -> Fault? {
    callCount += 1
    return callCount == wrongCall ? fault : nil
  }

  private func answer(_ fault: Fault?) throws -> CartAnswer {
    var answer = CartAnswer(quantity: quantity, version: reportsVersions ? version : nil)
    switch fault {
    case .answersOneMore:
      answer.quantity = quantity + 1
      answer.limits = QuantityLimits(maximum: 5)
      answer.notice = "Only 5 left"
    case .versionFalls: answer.version = -1
    case .refuses: throw error
    case .answersNothing, .storesOneMoreSilently, .versionStandsSilently: return CartAnswer()
    default: break
    }
    return answer
  }

  private func change(
    _ productID: String, to wanted: Int, _ info: RequestInfo
  ) throws -> CartAnswer {
    let fault = nextFault()
    if fault == .refuses { throw error }
    guard productID == "tea" else { throw ServiceError.rejected }
    if fault == nil, let answer = answers[info.key] { return answer }
    if answers[info.key] == nil {
      if comparesVersions, info.version != version { throw ServiceError.conflict }
      let stored = min(5, max(0, wanted))
      let stands = fault == .versionStands || fault == .versionStandsSilently
      if stored != quantity, !stands { version += 1 }
      quantity = stored
    }
    let answer = try answer(fault)
    answers[info.key] = answer
    if fault == .storesOneMore || fault == .storesOneMoreSilently { quantity += 1 }
    return answer
  }
}
