import Fakes
import SelfManaged
import Testing

/// The contracts of services that are sometimes busy.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct BusyContractTests {
  typealias Clause = CartServiceContract.Clause

  private func violation(of cart: BusyCart) async -> ContractViolation? {
    var waits: [Duration] = []
    let contract = CartServiceContract(cart, productID: "tea") { duration in
      if duration == .seconds(30) { return await FakeWire().arrived(1) }
      waits.append(duration)
      cart.asksToWait = false
    }
    let violation = await violationThrown(by: contract.check)
    #expect(waits.allSatisfy { $0 == .seconds(7) })
    #expect(!waits.isEmpty)
    return violation
  }

  @Test func serviceThatIsBusyKeepsTheContract() async {
    #expect(await violation(of: BusyCart(appliesWhileBusy: false)) == nil)
  }

  @Test func busyServiceThatAppliesTheChangeIsFound() async {
    let violation = await violation(of: BusyCart(appliesWhileBusy: true))
    #expect(violation?.clause == Clause.busy.rawValue)
  }

  @Test func serviceThatIsBusyDuringConcurrentReadsKeepsTheContract() async {
    #expect(await violation(of: BusyCart(appliesWhileBusy: false, maximumReads: 4)) == nil)
  }

  @Test func likeServiceThatIsBusyKeepsTheContract() async {
    let likes = FakeLikeService(items: ["p1": LikeAnswer(isLiked: false, count: 1)])
    likes.failNext(.busy(after: .zero))
    let contract = LikeServiceContract(likes, itemID: "p1", sleep: FakeClock().sleep)
    #expect(await violationThrown(by: contract.check) == nil)
  }

  @Test(arguments: [false, true])
  func busyLikeServiceThatAppliesTheChangeIsFound(_ isLiked: Bool) async {
    let contract = LikeServiceContract(BusyLikes(isLiked), itemID: "p1") { _ in }
    let violation = await violationThrown(by: contract.check)
    #expect(violation?.clause == LikeServiceContract.Clause.busy.rawValue)
  }

  @Test func busyLikeServiceThatAppliesTheFirstChangeIsFound() async {
    let likes = BusyLikes(true, maximumChanges: 1)
    let contract = LikeServiceContract(likes, itemID: "p1") { _ in }
    let violation = await violationThrown(by: contract.check)
    #expect(violation?.clause == LikeServiceContract.Clause.busy.rawValue)
  }

  @Test(arguments: [false, true])
  func likeServiceThatIsBusyBeforeEachChangeKeepsTheContract(_ isLiked: Bool) async {
    let likes = BusyLikes(isLiked, maximumChanges: 0)
    let contract = LikeServiceContract(likes, itemID: "p1") { _ in }
    #expect(await violationThrown(by: contract.check) == nil)
  }

  @Test func serviceThatAsksForAMinuteIsWaitedFor() async {
    let likes = FakeLikeService(items: ["p1": LikeAnswer(isLiked: false, count: 1)])
    likes.failNext(.busy(after: .seconds(60)))
    var waits: [Duration] = []
    let contract = LikeServiceContract(likes, itemID: "p1", timeout: .seconds(100)) { duration in
      if duration == .seconds(100) { return await FakeWire().arrived(1) }
      waits.append(duration)
    }
    #expect(await violationThrown(by: contract.check) == nil)
    #expect(waits == [.seconds(60)])
  }

  @Test(arguments: [Duration.seconds(61), .seconds(Int64.max)])
  func serviceThatAsksForTooLongFails(_ delay: Duration) async {
    let cart = FakeCartService()
    cart.failNext(.busy(after: delay))
    let contract = CartServiceContract(cart, productID: "tea") { _ in
      await FakeWire().arrived(1)  // Waits until it is canceled.
    }
    let violation = await violationThrown(by: contract.check)
    #expect(violation?.clause == Clause.read.rawValue)
    #expect(cart.arrivals == 1)
  }

  @Test func serviceThatStaysBusyIsRefused() async {
    let cart = FakeCartService()
    for _ in 0..<100 { cart.failNext(.busy(after: .zero)) }
    let contract = CartServiceContract(cart, productID: "tea", sleep: FakeClock().sleep)
    #expect(await violationThrown(by: contract.check)?.clause != nil)
    #expect(cart.arrivals < 100)
  }
}

/// Likes of a service that says that it is busy at the first attempt of each change.
@MainActor
private final class BusyLikes: LikeService {
  private let likes: FakeLikeService
  /// The number of changes that it still applies although it is busy.
  private var changes: Int

  init(_ isLiked: Bool, maximumChanges: Int = .max) {
    changes = maximumChanges
    likes = FakeLikeService(items: ["p1": LikeAnswer(isLiked: isLiked, count: 1)])
  }

  func setLiked(_ isLiked: Bool, itemID: String, _ info: RequestInfo) async throws -> LikeAnswer {
    guard info.attempt == 1 else {
      return try await likes.setLiked(isLiked, itemID: itemID, info)
    }
    if changes > 0 {
      changes -= 1
      _ = try await likes.setLiked(isLiked, itemID: itemID, info)
    }
    throw ServiceError.busy(after: .seconds(7))
  }

  func likeStatus(itemID: String) async throws -> LikeAnswer? {
    try await likes.likeStatus(itemID: itemID)
  }
}

/// A cart whose every other change is refused because it is busy.
@MainActor
private final class BusyCart: CartService {
  private let cart = FakeCartService()
  private let appliesWhileBusy: Bool
  private let maximumReads: Int
  /// Whether the cart has asked a read to wait since the last wait; it refuses reads until then.
  fileprivate var asksToWait = false
  private var isBusy = false
  private var reads = 0

  init(appliesWhileBusy: Bool, maximumReads: Int = .max) {
    self.appliesWhileBusy = appliesWhileBusy
    self.maximumReads = maximumReads
    cart.honorsIdempotencyKeys = false
  }

  func add(_ amount: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer {
    try await change { try await cart.add(amount, of: productID, info) }
  }

  func reduce(
    _ amount: Int, of productID: String, _ info: RequestInfo
  ) async throws -> CartAnswer {
    try await change { try await cart.reduce(amount, of: productID, info) }
  }

  func set(_ quantity: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer {
    try await change { try await cart.set(quantity, of: productID, info) }
  }

  func quantity(of productID: String) async throws -> CartAnswer {
    guard reads < maximumReads else {
      asksToWait = true
      throw ServiceError.busy(after: .seconds(7))
    }
    if asksToWait { throw ServiceError.rejected("Too early") }
    reads += 1
    defer { reads -= 1 }
    await Task { @MainActor in }.value  // The other reads arrive in between.
    return try await cart.quantity(of: productID)
  }

  private func change(_ perform: () async throws -> CartAnswer) async throws -> CartAnswer {
    isBusy.toggle()
    guard isBusy else { return try await perform() }
    if appliesWhileBusy { _ = try await perform() }
    throw ServiceError.busy(after: .seconds(7))
  }
}
