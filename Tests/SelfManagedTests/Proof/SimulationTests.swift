import Components
import Fakes
import Foundation
import SelfManaged
import Testing

/// Schedules of the adversarial world: components, a session, and fakes as servers.
///
/// `SIMULATIONS=100000 swift test -c release --filter SimulationTests` plays more schedules.
@MainActor
@Suite(.timeLimit(.minutes(300)))
struct SimulationTests {
  private static var count: Int {
    ProcessInfo.processInfo.environment["SIMULATIONS"].flatMap { Int($0) } ?? 10
  }

  @Test(arguments: [true, false], [false, true])
  func likesConverge(isVersioned: Bool, isBatched: Bool) async throws {
    let world = AdversarialWorld.likes {
      let version = isVersioned ? 1 : nil
      let likes = FakeLikeService(items: [
        "p1": LikeAnswer(isLiked: false, count: 10, version: version),
        "p2": LikeAnswer(isLiked: true, count: 3, version: version),
      ])
      return isBatched ? likes.batched : likes
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

  /// One product on one screen, which is often removed step by step.
  @Test func aQuantityThatIsOftenRemovedConverges() async throws {
    let world = AdversarialWorld<QuantityIntent> { network in
      let cart = FakeCartService()
      cart["milk"] = 1
      let editor = NumberEditor()
      let screen = AdversarialScreen<QuantityIntent>(
        bind: { editor.prepareForCart(productID: $0, quantity: $1?.quantity, in: $2) },
        unbind: { editor.detach() },
        presses: [
          { editor.add() }, { editor.reduce() }, { editor.add() }, { editor.reduce() },
          { editor.undo() },
        ],
        shown: { CartValue(quantity: editor.state.quantity) })
      return AdversarialSubject(
        itemIDs: ["milk"], screens: [screen], otherDevices: [.set(0), .set(2)],
        server: { productID in
          Transport(
            send: { intent, info in
              guard case .set(let quantity) = intent else { throw ServiceError.rejected }
              return try await cart.set(quantity, of: productID, info)
            }, read: { try await cart.quantity(of: productID) })
        },
        session: { network.session(cart: cart) })
    }
    print("One quantity:", try await world.check(schedules: Self.count))
  }

  /// A back end with one version for the whole cart, with or without `If-Match`, or with no version.
  @Test(arguments: [FakeShop.Versions.numbers, .tags, .none], [false, true])
  func wholeCartsConverge(versions: FakeShop.Versions, requiresVersion: Bool) async throws {
    let world = AdversarialWorld.cart {
      let shop = FakeShop()
      shop.honorsIdempotencyKeys = false
      (shop.versions, shop.requiresVersion) = (versions, requiresVersion)
      shop.prices = ["tea": 250, "milk": 100]
      shop.stock["tea"] = 4
      shop["tea"] = 1
      return shop
    }
    // With 41241, a read ends a limit and settles a request; with 8412, a tap fails under a later one.
    for seed in [8412, 41_241] as [UInt64] { try await world.check(schedules: 1, from: seed) }
    print("Whole carts:", try await world.check(schedules: Self.count))
  }

  /// A back end that reads the whole cart, but answers a change with its product alone.
  @Test(arguments: [FakeShop.Versions.numbers, .none])
  func wholeCartsThatAnswerForOneProductConverge(versions: FakeShop.Versions) async throws {
    let world = AdversarialWorld.cart {
      let shop = FakeShop()
      (shop.honorsIdempotencyKeys, shop.versions) = (false, versions)
      shop.prices = ["tea": 250, "milk": 100]
      shop["tea"] = 1
      return OneProductAnswers(shop)
    }
    print("Answers for one product:", try await world.check(schedules: Self.count))
  }

  /// A back end whose lines have IDs of their own, which it gives when a product is added.
  @Test func productsWithTheirOnlyLineConverge() async throws {
    let world = AdversarialWorld.cart {
      let shop = OptionsShop()
      shop.lines = ["tea-small": 1]
      return shop
    }
    print("Lines:", try await world.check(schedules: Self.count))
  }

  @Test func avatarsConverge() async throws {
    try await ImageWorld.check(schedules: Self.count)
  }
}

/// A shop whose changes are answered without the cart.
@MainActor
private final class OneProductAnswers: WholeCartService {
  private let shop: FakeShop

  init(_ shop: FakeShop) { self.shop = shop }

  func add(_ amount: Int, of id: String, _ info: RequestInfo) async throws -> CartAnswer {
    withoutCart(try await shop.add(amount, of: id, info))
  }

  func reduce(_ amount: Int, of id: String, _ info: RequestInfo) async throws -> CartAnswer {
    withoutCart(try await shop.reduce(amount, of: id, info))
  }

  func set(_ quantity: Int, of id: String, _ info: RequestInfo) async throws -> CartAnswer {
    withoutCart(try await shop.set(quantity, of: id, info))
  }

  func cart() async throws -> Cart { try await shop.cart() }

  private func withoutCart(_ answer: CartAnswer) -> CartAnswer {
    var answer = answer
    answer.cart = nil
    return answer
  }
}
