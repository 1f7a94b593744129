import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The time limits of the contracts, their cancellation, and their keys.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct ContractTimeLimitTests {
  /// The contracts whose calls may never return.
  enum Contract: CaseIterable {
    case likes, cart, images, navigator

    @MainActor
    fileprivate func check(
      _ services: Services, sleep: @escaping @MainActor (Duration) async throws -> Void
    ) async throws {
      let ada = try #require(URL(string: "https://example.org/ada.png"))
      switch self {
      case .likes: try await LikeServiceContract(services, itemID: "p1", sleep: sleep).check()
      case .cart: try await CartServiceContract(services, productID: "tea", sleep: sleep).check()
      case .images: try await ImageLoaderContract(services, url: ada, sleep: sleep).check()
      case .navigator: try await NavigatorContract(services, sleep: sleep).check()
      }
    }

    /// Checks with a time limit of years and the system's timer.
    @MainActor
    fileprivate func check(_ services: Services) async throws {
      let ada = try #require(URL(string: "https://example.org/ada.png"))
      let years = Duration.seconds(Int64.max)
      switch self {
      case .likes:
        try await LikeServiceContract(services, itemID: "p1", timeout: years).check()
      case .cart:
        try await CartServiceContract(services, productID: "tea", timeout: years).check()
      case .images:
        try await ImageLoaderContract(services, url: ada, timeout: years).check()
      case .navigator: try await NavigatorContract(services, timeout: years).check()
      }
    }
  }

  @Test(arguments: Contract.allCases)
  func defaultTimeLimitIsThirtySeconds(_ contract: Contract) async {
    let services = Services()
    services.wire.hold()
    var slept: Set<Duration> = []
    let violation = await #expect(throws: ContractViolation.self) {
      try await contract.check(services) {
        slept.insert($0)
        await services.wire.arrived(1)
      }
    }
    #expect(slept == [.seconds(30)])
    #expect(violation?.finding == "no answer within 30.0 seconds.")
    services.wire.release()
  }

  @Test(arguments: Contract.allCases)
  func timeLimitIsWaitedForByDefault(_ contract: Contract) async throws {
    let services = Services()
    services.wire.hold()
    let check = Task { try await contract.check(services) }
    await services.wire.arrived(1)
    await mainActorIsIdle()
    services.wire.release()
    try await check.value
  }

  @Test(arguments: Contract.allCases)
  func canceledCheckEnds(_ contract: Contract) async {
    let services = Services()
    services.wire.hold()
    let check = Task {
      try await contract.check(services) { _ in await FakeWire().arrived(1) }
    }
    await services.wire.arrived(1)
    check.cancel()
    await #expect(throws: ContractViolation.self) { try await check.value }
    #expect(services.callCount == 1)
    services.wire.release()
  }

  /// Each call answers after its timer has begun.
  @Test(arguments: Contract.allCases)
  func slowServiceKeepsTheContractAndItsTimersEnd(_ contract: Contract) async throws {
    let (begun, ended) = (FakeWire(), FakeWire())
    let services = Services(answeringAfter: begun)
    try await contract.check(services) { _ in
      try await begun.carry {}
      await FakeWire().arrived(1)
      try await ended.carry {}
    }
    await ended.arrived(services.callCount)
    #expect(services.callCount > 3)
    #expect(begun.arrivals == services.callCount)
  }

  @Test(arguments: [Contract.likes, .cart])
  func keysDifferFromRunToRun(_ contract: Contract) async throws {
    let (first, second) = (Services(), Services())
    for services in [first, second] {
      try await contract.check(services) { _ in await FakeWire().arrived(1) }
    }
    #expect(first.keys.count > 5)
    #expect(first.keys.isDisjoint(with: second.keys))
  }
}

/// Correct services whose calls may wait for their timers, or are held by a wire.
@MainActor
private final class Services: LikeService, CartService, ImageLoader, Navigator {
  let wire = FakeWire()
  private(set) var callCount = 0
  private(set) var keys: Set<IdempotencyKey> = []
  /// Counts the timers that have begun; a call answers after its own.
  private let timers: FakeWire?
  private let likes = FakeLikeService()
  private let cart = FakeCartService()
  private let navigator = FakeNavigator()

  init(answeringAfter timers: FakeWire? = nil) { self.timers = timers }

  private func begin(_ info: RequestInfo? = nil) async {
    callCount += 1
    if let info { keys.insert(info.key) }
    await timers?.arrived(callCount)
    try? await wire.carry {}
  }

  func setLiked(_ isLiked: Bool, itemID: String, _ info: RequestInfo) async throws -> LikeAnswer {
    await begin(info)
    return try await likes.setLiked(isLiked, itemID: itemID, info)
  }

  func likeStatus(itemID: String) async throws -> LikeAnswer? {
    await begin()
    return try await likes.likeStatus(itemID: itemID)
  }

  func quantity(of productID: String) async throws -> CartAnswer {
    await begin()
    return try await cart.quantity(of: productID)
  }

  func add(_ amount: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer {
    await begin(info)
    return try await cart.add(amount, of: productID, info)
  }

  func reduce(_ amount: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer {
    await begin(info)
    return try await cart.reduce(amount, of: productID, info)
  }

  func set(_ quantity: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer {
    await begin(info)
    return try await cart.set(quantity, of: productID, info)
  }

  func image(at url: URL) async throws -> LoadedImage {
    await begin()
    return LoadedImage(url)
  }

  func show(_ destination: Destination) async {
    await begin()
    navigator.show(destination)
  }
}
