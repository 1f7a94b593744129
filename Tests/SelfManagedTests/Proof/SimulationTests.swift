import Components
import Fakes
import Foundation
import SelfManaged
import Testing

/// Schedules of the adversarial world: components, a session, and fakes as servers.
///
/// `SIMULATIONS=100000 swift test -c release --filter SimulationTests` plays more schedules.
@MainActor
@Suite(.timeLimit(.minutes(60)))
struct SimulationTests {
  private static var count: Int {
    ProcessInfo.processInfo.environment["SIMULATIONS"].flatMap { Int($0) } ?? 100
  }

  @Test(arguments: [true, false])
  func likesConverge(isVersioned: Bool) async throws {
    let world = AdversarialWorld.likes {
      let version = isVersioned ? 1 : nil
      return FakeLikeService(items: [
        "p1": LikeAnswer(isLiked: false, count: 10, version: version),
        "p2": LikeAnswer(isLiked: true, count: 3, version: version),
      ])
    }
    print("Likes:", try await world.check(schedules: Self.count))
  }

  @Test(arguments: [true, false])
  func quantitiesConverge(honorsIdempotencyKeys: Bool) async throws {
    let world = AdversarialWorld.cart(honorsIdempotencyKeys: honorsIdempotencyKeys) {
      let cart = FakeCartService()
      cart.honorsIdempotencyKeys = honorsIdempotencyKeys
      cart.stock["tea"] = 4
      cart["tea"] = 1
      return cart
    }
    print("Quantities:", try await world.check(schedules: Self.count))
  }

  @Test func avatarsConverge() async throws {
    try await ImageWorld.check(schedules: Self.count)
  }
}
