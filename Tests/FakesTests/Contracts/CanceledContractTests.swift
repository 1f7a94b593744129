import Fakes
import SelfManaged
import TestSupport
import Testing

/// A check that is canceled, as by a test's time limit, says so and restores what it changed.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct CanceledContractTests {
  @Test func likeIsRestored() async {
    let likes = FakeLikeService(items: ["p1": LikeAnswer(isLiked: false, count: 10, version: 1)])
    let violation = await cancel(
      LikeServiceContract(likes, itemID: "p1", sleep: FakeClock().sleep).check, likes.wire,
      when: { likes.items["p1"]?.isLiked == true })
    #expect(violation?.finding == "the check was canceled.")
    #expect(likes.items["p1"]?.isLiked == false)
  }

  @Test func cartIsRestored() async {
    let cart = FakeCartService()
    cart["tea"] = 2
    let violation = await cancel(
      CartServiceContract(cart, productID: "tea", sleep: FakeClock().sleep).check, cart.wire,
      when: { cart["tea"] == 3 })
    #expect(violation?.finding == "the check was canceled.")
    #expect(cart["tea"] == 2)
  }

  @Test func likeIsRestoredWhicheverCallIsCanceled() async throws {
    func service() -> FakeLikeService {
      FakeLikeService(items: ["p1": LikeAnswer(isLiked: false, count: 10, version: 1)])
    }
    let whole = service()
    try await LikeServiceContract(whole, itemID: "p1", sleep: FakeClock().sleep).check()
    for call in 1...whole.arrivals {
      let likes = service(), cancellation = Cancellation(at: call)
      let network = CancelableLikes(service: likes, cancellation: cancellation)
      await cancellation.run {
        try await LikeServiceContract(network, itemID: "p1", sleep: FakeClock().sleep).check()
      }
      #expect(likes.items["p1"]?.isLiked == false, "call \(call)")
    }
  }

  @Test func cartIsRestoredWhicheverCallIsCanceled() async throws {
    let whole = FakeCartService()
    whole["tea"] = 2
    try await CartServiceContract(whole, productID: "tea", sleep: FakeClock().sleep).check()
    for call in 1...whole.arrivals {
      let cart = FakeCartService(), cancellation = Cancellation(at: call)
      cart["tea"] = 2
      let network = CancelableCart(service: cart, cancellation: cancellation)
      await cancellation.run {
        try await CartServiceContract(network, productID: "tea", sleep: FakeClock().sleep).check()
      }
      #expect(cart["tea"] == 2, "call \(call)")
    }
  }

  /// Starts a check, and cancels it as soon as its service has changed something.
  private func cancel(
    _ check: @escaping @MainActor () async throws(ContractViolation) -> Void, _ wire: FakeWire,
    when isChanged: () -> Bool
  ) async -> ContractViolation? {
    wire.hold()
    let task = Task { () async -> ContractViolation? in
      do throws(ContractViolation) {
        try await check()
        return nil
      } catch {
        return error
      }
    }
    for call in 1...50 {
      await wire.arrived(call)
      wire.releaseNext()
      if isChanged() { break }
    }
    task.cancel()
    wire.release()
    return await task.value
  }
}

/// Cancels a check when it makes a certain call.
@MainActor
private final class Cancellation {
  private var remaining: Int
  private var check: Task<Void, Never>?

  init(at call: Int) { remaining = call }

  /// Runs a check until it ends.
  func run(_ check: @escaping @MainActor () async throws -> Void) async {
    self.check = Task { try? await check() }
    await self.check?.value
  }

  /// Sends a request; the one during which the check is canceled is lost if its task is canceled too.
  func send() async throws {
    remaining -= 1
    guard remaining == 0 else { return }
    check?.cancel()
    await mainActorIsIdle()
    try Task.checkCancellation()
  }
}

/// A service whose requests end when their task is canceled, as those of the system's networking do.
private struct CancelableLikes: LikeService {
  let service: FakeLikeService
  let cancellation: Cancellation

  func setLiked(
    _ isLiked: Bool, itemID: String, _ info: RequestInfo
  ) async throws -> LikeAnswer {
    try await cancellation.send()
    return try await service.setLiked(isLiked, itemID: itemID, info)
  }

  func likeStatus(itemID: String) async throws -> LikeAnswer? {
    try await cancellation.send()
    return try await service.likeStatus(itemID: itemID)
  }
}

private struct CancelableCart: CartService {
  let service: FakeCartService
  let cancellation: Cancellation

  func add(_ amount: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer {
    try await cancellation.send()
    return try await service.add(amount, of: productID, info)
  }

  func reduce(
    _ amount: Int, of productID: String, _ info: RequestInfo
  ) async throws -> CartAnswer {
    try await cancellation.send()
    return try await service.reduce(amount, of: productID, info)
  }

  func set(_ quantity: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer {
    try await cancellation.send()
    return try await service.set(quantity, of: productID, info)
  }

  func quantity(of productID: String) async throws -> CartAnswer {
    try await cancellation.send()
    return try await service.quantity(of: productID)
  }
}
