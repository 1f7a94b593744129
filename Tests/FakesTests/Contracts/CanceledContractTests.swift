import Fakes
import SelfManaged
import Testing

/// A check that is canceled, as by a test's time limit, says so and restores what it changed.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct CanceledContractTests {
  @Test func likeIsRestored() async {
    let likes = FakeLikeService(items: ["p1": LikeAnswer(isLiked: false, count: 10, version: 1)])
    let violation = await cancel(
      LikeServiceContract(likes, itemID: "p1").check, likes.wire,
      when: { likes.items["p1"]?.isLiked == true })
    #expect(violation?.finding == "the check was canceled.")
    #expect(likes.items["p1"]?.isLiked == false)
  }

  @Test func cartIsRestored() async {
    let cart = FakeCartService()
    cart["tea"] = 2
    let violation = await cancel(
      CartServiceContract(cart, productID: "tea").check, cart.wire, when: { cart["tea"] == 3 })
    #expect(violation?.finding == "the check was canceled.")
    #expect(cart["tea"] == 2)
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
