import Components
import Fakes
import SelfManaged
import Testing

/// The adversarial world finds faults, describes them, and passes correct code.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct AdversarialWorldTests {
  private func finding<Intent>(
    in world: AdversarialWorld<Intent>
  ) async -> AdversarialFinding? {
    do throws(AdversarialFinding) {
      try await world.check(schedules: 200)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [true, false])
  func customServicesSurvive(isActor: Bool) async throws {
    try await AdversarialWorld.likes(itemIDs: ["p1"]) {
      if isActor { return LikesInAnActor() }
      return FakeLikeService(items: ["p1": LikeAnswer(isLiked: false)])
    }.check(schedules: 25)
  }

  #if DEBUG
    @Test func worldWritesNoDebugMessages() async throws {
      var messages: [String] = []
      debugMessageObservers.append { if $0.contains("unheard") { messages.append($0) } }
      defer { debugMessageObservers.removeLast() }
      try await AdversarialWorld.likes(itemIDs: ["unheard"]) {
        FakeLikeService(items: ["unheard": LikeAnswer(isLiked: false)])
      }.check(schedules: 50)
      #expect(messages == [])
      let session = Session.fake(likes: FakeLikeService()), button = LikeButton()
      button.selfManagedConfigure(isLiked: false, count: 1, itemID: "unheard", in: session)
      session.end()
      button.tap()
      #expect(!messages.isEmpty)
    }
  #endif

  /// A minus behind a refused plus would remove the only piece, so it is dropped.
  @Test func serverThatRefusesAdditionsSurvives() async throws {
    try await AdversarialWorld.cart(productIDs: ["tea"]) { Refusing() }.check(schedules: 50)
  }

  @Test func keyAppliedTwiceIsFound() async throws {
    let world = AdversarialWorld.cart(honorsIdempotencyKeys: true) {
      let cart = FakeCartService()
      cart.honorsIdempotencyKeys = false
      return cart
    }
    let found = try #require(await finding(in: world))
    #expect(found.steps.count <= 4)
    #expect(!found.violation.isEmpty)
  }

  @Test func serverThatIgnoresChangesIsFound() async throws {
    let found = try #require(await finding(in: .likes { Forgetful() }))
    #expect(found.steps.count <= 2)
    #expect(found.violation.contains("the server has"))
  }

  @Test func serverWithoutReadsIsReported() async throws {
    let found = try #require(await finding(in: .likes { CannotRead() }))
    #expect(found.violation.contains("can't read p1"))
    #expect(found.steps.isEmpty)
  }

  @Test func findingIsReproducibleAndReplayable() async throws {
    let world = AdversarialWorld.likes { Forgetful() }
    let found = try #require(await finding(in: world))
    #expect(await finding(in: world) == found)
    await #expect(throws: found) { try await world.check(schedules: 1, from: found.seed) }
    #expect(found.description.contains(".check(schedules: 1, from: \(found.seed))"))
  }

  @Test func reportCountsTheEvents() async throws {
    let world = AdversarialWorld.cart { FakeCartService() }
    let report = try await world.check(schedules: 20)
    #expect(report.schedules == 20)
    #expect(report.taps > 20 && report.changes > 0 && report.reads > 0)
    #expect(report.changesPerTap < 2)
    #expect(try await world.check(schedules: 20) == report)
    #expect(try await world.check(schedules: 0).schedules == 0)
  }

  @Test func customComponentSurvives() async throws {
    try await Follows.world(unbinds: true).check(schedules: 30)
  }

  @Test func missingUnbindIsFound() async throws {
    let found = try #require(await finding(in: Follows.world(unbinds: false)))
    #expect(found.steps.count <= 6)
  }

  @Test func unreportedFailureIsFound() async throws {
    let found = try #require(await finding(in: Follows.world(reports: false)))
    #expect(found.violation.contains("reported 0 failures, not 1"))
    #expect(found.steps.count <= 3)
  }
}

// MARK: - Services

private actor LikesInAnActor: LikeService {
  private var isLiked = false

  func setLiked(_ isLiked: Bool, itemID: String, _ info: RequestInfo) -> LikeAnswer {
    self.isLiked = isLiked
    return LikeAnswer(isLiked: isLiked)
  }

  func likeStatus(itemID: String) -> LikeAnswer? { LikeAnswer(isLiked: isLiked) }
}

/// A cart with one piece that can't become more.
@MainActor
private final class Refusing: CartService {
  private var quantity = 1

  func add(_ amount: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer {
    try await set(quantity + amount, of: productID, info)
  }

  func reduce(_ amount: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer {
    try await set(quantity - amount, of: productID, info)
  }

  func set(_ quantity: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer {
    guard quantity <= 1 else { throw ServiceError.rejected }
    self.quantity = max(0, quantity)
    return CartAnswer(quantity: self.quantity)
  }

  func quantity(of productID: String) async -> CartAnswer { CartAnswer(quantity: quantity) }
}

private struct Forgetful: LikeService {
  func setLiked(_ isLiked: Bool, itemID: String, _ info: RequestInfo) async -> LikeAnswer {
    LikeAnswer(isLiked: isLiked)
  }

  func likeStatus(itemID: String) async -> LikeAnswer? { LikeAnswer(isLiked: false, count: 3) }
}

private struct CannotRead: LikeService {
  func setLiked(_ isLiked: Bool, itemID: String, _ info: RequestInfo) async -> LikeAnswer {
    LikeAnswer(isLiked: isLiked)
  }
}

// MARK: - A custom component

private struct FollowIntent: OptimisticIntent {
  var isFollowing: Bool

  func applied(to value: Bool) -> Bool { isFollowing }

  static func value(from answer: FollowAnswer, over predicted: Bool, before: Bool) -> Bool {
    answer.isFollowing ?? predicted
  }
}

private struct FollowAnswer: ServerAnswer {
  var isFollowing: Bool?
  var version: Int?
}

@MainActor
private final class Follows {
  private var server: [String: Bool] = [:]

  private func set(_ userID: String, _ isFollowing: Bool) -> FollowAnswer {
    server[userID] = isFollowing
    return FollowAnswer(isFollowing: isFollowing)
  }

  private func get(_ userID: String) -> FollowAnswer {
    FollowAnswer(isFollowing: server[userID] ?? false)
  }

  func straight(_ userID: String) -> Transport<FollowIntent> {
    Transport(
      send: { intent, _ in self.set(userID, intent.isFollowing) }, read: { self.get(userID) })
  }

  func transport(_ userID: String, _ network: AdversarialNetwork) -> Transport<FollowIntent> {
    Transport(
      send: { intent, info in
        try await network.change(of: userID, info) { self.set(userID, intent.isFollowing) }
      },
      read: { try await network.read(of: userID) { self.get(userID) } })
  }

  func session(_ network: AdversarialNetwork) -> Session {
    let session = network.session()
    session.register(FollowIntent.self, policy: network.policy) { self.transport($0, network) }
    return session
  }

  func screen(
    _ network: AdversarialNetwork, unbinds: Bool, reports: Bool
  ) -> AdversarialScreen<FollowIntent> {
    var hold: ItemBinding<FollowIntent>?
    var kept: [ItemBinding<FollowIntent>] = []
    var shown = false
    var reported = 0
    return AdversarialScreen(
      bind: { userID, listed, session in
        if unbinds { hold?.unbind() } else if let hold { kept.append(hold) }
        hold = session.bind(
          to: userID, startingAt: listed?.isFollowing ?? false, knowing: listed
        ) { change in
          shown = change.value
          if reports, change.failure != nil { reported += 1 }
        }
      },
      unbind: { hold?.unbind() },
      presses: [{ if let hold { hold.send(FollowIntent(isFollowing: !hold.value)) } }],
      shown: { shown }
    ).countingFailures { reported }
  }

  static func world(unbinds: Bool = true, reports: Bool = true) -> AdversarialWorld<FollowIntent> {
    AdversarialWorld { network in
      let follows = Follows()
      return AdversarialSubject(
        itemIDs: ["ann", "bob"],
        screens: (0..<3).map { _ in follows.screen(network, unbinds: unbinds, reports: reports) },
        otherDevices: [FollowIntent(isFollowing: true), FollowIntent(isFollowing: false)],
        server: { follows.straight($0) }, session: { follows.session(network) })
    }
  }
}
