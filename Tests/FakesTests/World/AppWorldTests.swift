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
    try await likes.check(schedules: 30)
  }

  /// A service that collects reads, and sends them many turns later.
  @Test func serviceWhoseReadsLeaveTurnsLaterSurvives() async throws {
    try await AdversarialWorld<LikeIntent> { network in
      let one = LikeAnswer(isLiked: false, count: 3)
      let server = FakeLikeService(items: ["p1": one, "p2": one])
      let likes = LaterReads(likes: network.likes(server))
      return AdversarialSubject(
        itemIDs: ["p1", "p2"], screens: (0..<3).map { _ in .likeButton() },
        otherDevices: [LikeIntent(isLiked: true), LikeIntent(isLiked: false)],
        server: { .direct(to: server, itemID: $0) },
        session: {
          Session(navigator: FakeNavigator(), likes: likes, clock: network.clock.sessionClock)
        })
    }.check(schedules: 30)
  }

  /// A service of batches whose answers take many turns, as on a busy machine.
  @Test func serviceOfBatchesThatTakeManyTurnsSurvives() async throws {
    try await AdversarialWorld<LikeIntent> { network in
      let one = LikeAnswer(isLiked: false, count: 3, version: 1)
      let server = FakeLikeService(items: ["p1": one, "p2": one])
      let likes = SlowBatches(likes: network.likes(server.batched))
      return AdversarialSubject(
        itemIDs: ["p1", "p2"], screens: (0..<3).map { _ in .likeButton() },
        otherDevices: [LikeIntent(isLiked: true), LikeIntent(isLiked: false)],
        server: { .direct(to: server, itemID: $0) },
        session: {
          Session(navigator: FakeNavigator(), likes: likes, clock: network.clock.sessionClock)
        })
    }.check(schedules: 60)
  }

  /// Like buttons over the HTTP layer of an app: the network is between the service and the server.
  @Test func serviceOverAnHTTPLayerSurvives() async throws {
    try await AdversarialWorld<LikeIntent> { network in
      let server = PostServer()
      let api = PostAPI { request in
        guard let key = request.key else {
          return try await network.read(of: request.itemID) { server.answer(request) }
        }
        return try await network.change(of: request.itemID, RequestInfo(key: key)) {
          server.answer(request)
        }
      }
      return AdversarialSubject(
        itemIDs: ["p1", "p2"], screens: (0..<3).map { _ in .likeButton() },
        otherDevices: [LikeIntent(isLiked: true), LikeIntent(isLiked: false)],
        server: { .direct(to: PostAPI(http: server.answer), itemID: $0) },
        session: {
          Session(navigator: FakeNavigator(), likes: api, clock: network.clock.sessionClock)
        })
    }.check(schedules: 30)
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

/// A service whose reads wait for many turns, in which others can join them.
@MainActor
private struct LaterReads: LikeService {
  let likes: any LikeService

  func setLiked(
    _ isLiked: Bool, itemID: String, _ info: RequestInfo
  ) async throws -> LikeAnswer {
    try await likes.setLiked(isLiked, itemID: itemID, info)
  }

  func likeStatus(itemID: String) async throws -> LikeAnswer? {
    for _ in 0..<100 { await Task { @MainActor in }.value }
    return try await likes.likeStatus(itemID: itemID)
  }
}

/// A service of batches whose answers arrive many turns after the network has returned them.
@MainActor
private struct SlowBatches: BatchedLikeService {
  let likes: any LikeService

  func setLiked(
    _ isLiked: Bool, itemID: String, _ info: RequestInfo
  ) async throws -> LikeAnswer {
    try await likes.setLiked(isLiked, itemID: itemID, info)
  }

  func likeStatuses(of itemIDs: Set<String>) async throws -> [String: LikeAnswer] {
    let batched = try #require(likes as? any BatchedLikeService)
    let answers = try await batched.likeStatuses(of: itemIDs)
    for _ in 0..<200 { await Task { @MainActor in }.value }
    return answers
  }
}

/// A like service over HTTP, as an app writes it.
@MainActor
private struct PostAPI: LikeService {
  struct Request {
    var method: String
    var itemID: String
    var key: IdempotencyKey?
  }

  let http: @MainActor (Request) async throws -> LikeAnswer

  func setLiked(
    _ isLiked: Bool, itemID: String, _ info: RequestInfo
  ) async throws -> LikeAnswer {
    try await http(Request(method: isLiked ? "PUT" : "DELETE", itemID: itemID, key: info.key))
  }

  func likeStatus(itemID: String) async throws -> LikeAnswer? {
    try await http(Request(method: "GET", itemID: itemID))
  }
}

/// A server of posts in memory.
@MainActor
private final class PostServer {
  private var likes: Set<String> = []

  func answer(_ request: PostAPI.Request) -> LikeAnswer {
    switch request.method {
    case "PUT": likes.insert(request.itemID)
    case "DELETE": likes.remove(request.itemID)
    default: break
    }
    let isLiked = likes.contains(request.itemID)
    return LikeAnswer(isLiked: isLiked, count: isLiked ? 8 : 7)
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
