import Components
import Fakes
import SelfManaged
import Testing

/// The adversarial world passes a right app: its busy back end, and the session that it creates itself.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct AppWorldTests {
  @Test(arguments: [false, true])
  func busyCartSurvives(honorsKeys: Bool) async throws {
    try await AdversarialWorld.cart(productIDs: ["tea"], honorsIdempotencyKeys: honorsKeys) {
      let cart = FakeCartService()
      cart.honorsIdempotencyKeys = honorsKeys
      return BusyCart(cart: cart)
    }.check(schedules: 60)
  }

  @Test func backEndOfAllSchedulesSurvives() async throws {
    let cart = FakeCartService()
    try await AdversarialWorld.cart(productIDs: ["tea"], honorsIdempotencyKeys: true) { cart }
      .check(schedules: 20)
  }

  @Test func sessionOfTheAppSurvives() async throws {
    try await likes.check(schedules: 60)
  }

  /// Like buttons in a session that is created as an app creates it.
  private var likes: AdversarialWorld<LikeIntent> {
    AdversarialWorld { network in
      let server = FakeLikeService(items: ["p1": LikeAnswer(isLiked: false, count: 3, version: 1)])
      return AdversarialSubject(
        itemIDs: ["p1"], screens: (0..<3).map { _ in screen(LikeButton()) },
        otherDevices: [LikeIntent(isLiked: true), LikeIntent(isLiked: false)],
        server: { id in
          Transport(
            send: { try await server.setLiked($0.isLiked, itemID: id, $1) },
            read: { try await server.likeStatus(itemID: id) })
        },
        session: {
          Session(
            navigator: FakeNavigator(), likes: network.likes(server),
            clock: network.clock.sessionClock)
        })
    }
  }

  private func screen(_ button: LikeButton) -> AdversarialScreen<LikeIntent> {
    AdversarialScreen(
      bind: { id, listed, session in
        button.selfManagedConfigure(
          isLiked: listed?.isLiked ?? false, count: listed?.count ?? 0, itemID: id, in: session)
      },
      unbind: { button.detach() }, presses: [{ button.tap() }],
      shown: { LikeValue(isLiked: button.state.isLiked, count: button.state.count) },
      isAnimated: { button.state.isAnimated })
  }
}

/// A cart on a server that refuses each third change, and does nothing then.
@MainActor
private final class BusyCart: CartService {
  private let cart: FakeCartService
  private var changes = 0

  init(cart: FakeCartService) { self.cart = cart }

  private func admit() throws {
    changes += 1
    if changes.isMultiple(of: 3) { throw ServiceError.busy(after: .seconds(1)) }
  }

  func add(_ amount: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer {
    try admit()
    return try await cart.add(amount, of: productID, info)
  }

  func reduce(_ amount: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer {
    try admit()
    return try await cart.reduce(amount, of: productID, info)
  }

  func set(_ quantity: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer {
    try admit()
    return try await cart.set(quantity, of: productID, info)
  }

  func quantity(of productID: String) async throws -> CartAnswer {
    try await cart.quantity(of: productID)
  }
}
