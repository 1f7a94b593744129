public import SelfManaged

/// The network of an ``AdversarialWorld``: it delays, loses, repeats and refuses, as a schedule says.
///
/// A service of your own goes through it like this:
///
/// ```swift
/// func setFollowing(_ on: Bool, userID: String, _ info: RequestInfo) async throws -> FollowAnswer {
///   try await network.change(of: userID, info) { try await server.setFollowing(on, userID, info) }
/// }
/// ```
@MainActor
public final class AdversarialNetwork {
  /// How the schedule wants the kind to behave.
  public let policy: OptimisticPolicy
  /// Time, which the schedule moves.
  public let clock = FakeClock()

  /// What is on its way and not yet answered.
  private(set) var waiting: [Journey] = []
  /// What was given up by its sender, and arrives all the same.
  private(set) var late: [Journey] = []
  /// Whether nothing leaves this device.
  var isOffline = false
  /// The first rule that was broken by what was sent.
  private(set) var complaint: String?
  /// Items of which a read failed.
  private(set) var unread: Set<String> = []
  /// Which lanes are expected to be kept.
  var expectedLanes = OptimisticPolicy.Lanes.perItem
  private(set) var changes = 0
  private(set) var reads = 0
  /// How often the server carried out what came through the network.
  private(set) var carriedOut = 0
  /// The keys of all changes that have come so far.
  private(set) var keys: Set<IdempotencyKey> = []
  private var sessions = 0
  /// Of the present session: whether a change has succeeded, and whether one was told that nobody is
  /// signed in.
  private var (hasSucceeded, isSignedOut) = (false, false)
  /// How many items that nobody shows a session remembers.
  var rememberedItemLimit = SessionPolicy().rememberedItemLimit
  private var navigator: FakeNavigator?

  init(policy: OptimisticPolicy) { self.policy = policy }

  /// A request under way.
  final class Journey {
    let itemID: String
    let info: RequestInfo?
    let isRelative: Bool
    let session: Int
    /// When it times out at its sender.
    let deadline: Duration
    var isCarriedOut = false
    let carryOut: @MainActor () async -> Void
    /// Whether it was carried out without an error.
    let answer: @MainActor () -> Bool
    let fail: @MainActor (ServiceError) -> Void

    init(
      itemID: String, info: RequestInfo?, isRelative: Bool, session: Int,
      deadline: Duration, carryOut: @escaping @MainActor () async -> Void,
      answer: @escaping @MainActor () -> Bool,
      fail: @escaping @MainActor (ServiceError) -> Void
    ) {
      self.deadline = deadline
      (self.itemID, self.info, self.isRelative, self.session) = (itemID, info, isRelative, session)
      (self.carryOut, self.answer, self.fail) = (carryOut, answer, fail)
    }
  }

  /// Takes a change to the server and its answer back, as the schedule says.
  ///
  /// - Parameters:
  ///   - itemID: Which item is changed.
  ///   - info: What goes with the request.
  ///   - isRelative: Whether carrying it out twice is more than once, as for an addition.
  ///   - carryOut: What the server does. It may be called twice only where that does no harm.
  /// - Returns: The server's answer.
  /// - Throws: What the server throws, or what the network does.
  public func change<Answer: Sendable>(
    of itemID: String, _ info: RequestInfo, isRelative: Bool = false,
    _ carryOut: @escaping @MainActor () async throws -> Answer
  ) async throws -> Answer {
    changes += 1
    let others = waiting.filter { isPresent($0) && clock.now < $0.deadline }
    if others.contains(where: { isOneLane || $0.itemID == itemID }) {
      complain("a change of \(itemID) left before the one under way was answered")
    }
    if !keys.insert(info.key).inserted, isRelative, !policy.honorsIdempotencyKeys {
      complain("an addition to \(itemID) was sent twice, and the server would carry it out twice")
    }
    return try await travel(itemID, info, isRelative, carryOut)
  }

  /// Takes a read to the server and its answer back, as the schedule says.
  ///
  /// - Parameters:
  ///   - itemID: Which item is read.
  ///   - read: What the server does.
  /// - Returns: The server's answer.
  /// - Throws: What the server throws, or what the network does.
  public func read<Answer: Sendable>(
    of itemID: String, _ read: @escaping @MainActor () async throws -> Answer
  ) async throws -> Answer {
    reads += 1
    do { return try await travel(itemID, nil, false, read) } catch {
      unread.insert(itemID)
      throw error
    }
  }

  /// A like service that goes through this network.
  public func likes(_ service: any LikeService) -> any LikeService {
    NetworkedLikeService(service: service, network: self)
  }

  /// A cart service that goes through this network.
  public func cart(_ service: any CartService) -> any CartService {
    NetworkedCartService(service: service, network: self)
  }

  /// A session on this network's clock, in which likes and carts behave by ``policy``.
  ///
  /// - Parameters:
  ///   - likes: The like service, which is taken through the network.
  ///   - cart: The cart service, which is taken through the network.
  /// - Returns: A new session; its keys differ from those of any other.
  public func session(
    likes: (any LikeService)? = nil, cart: (any CartService)? = nil
  ) -> Session {
    sessions += 1
    (hasSucceeded, isSignedOut) = (false, false)
    let navigator = FakeNavigator()
    self.navigator = navigator
    var both = SessionPolicy()
    (both.likes, both.cart) = (policy, policy)
    both.rememberedItemLimit = rememberedItemLimit
    return Session(
      navigator: navigator, likes: likes.map(self.likes), cart: cart.map(self.cart),
      policy: both, keyPrefix: "session-\(sessions)",
      clock: clock.sessionClock)
  }

  private func travel<Answer: Sendable>(
    _ itemID: String, _ info: RequestInfo?, _ isRelative: Bool,
    _ carryOut: @escaping @MainActor () async throws -> Answer
  ) async throws -> Answer {
    guard !isOffline else { throw ServiceError.offline }
    var result: Result<Answer, any Error>?
    return try await withCheckedThrowingContinuation { continuation in
      let journey = Journey(
        itemID: itemID, info: info, isRelative: isRelative, session: sessions,
        deadline: clock.now + policy.timeout,
        carryOut: {
          do { result = .success(try await carryOut()) } catch { result = .failure(error) }
        },
        answer: {
          let result = result ?? .failure(ServiceError.unknownOutcome)
          continuation.resume(with: result)
          return (try? result.get()) != nil
        },
        fail: { continuation.resume(throwing: $0) })
      waiting.append(journey)
    }
  }

  func complain(_ text: String) { complaint = complaint ?? text }

  /// Whether no two changes may be under way at once, whichever their items.
  var isOneLane: Bool {
    expectedLanes == .shared || expectedLanes == .sharedAtFirst && !hasSucceeded
  }

  /// Whether somebody should have been sent to the sign-in page, and was not.
  var lacksSignIn: Bool {
    guard isSignedOut, let navigator else { return false }
    return !navigator.shown.contains(.signIn)
  }

  /// How often somebody was sent to the sign-in page in the present session; `nil` if nobody can say.
  var signIns: Int? { navigator.map { $0.shown.filter { $0 == .signIn }.count } }

  /// Whether a request is a change made by the present session.
  func isPresent(_ journey: Journey) -> Bool { journey.info != nil && journey.session == sessions }
}

// What a schedule does to what is under way.
extension AdversarialNetwork {
  /// A request on its way, chosen by a number; `nil` if there is none.
  func journey(_ number: Int) -> Journey? {
    waiting.isEmpty ? nil : waiting[number % waiting.count]
  }

  /// The server carries a request out once, whatever becomes of the reply.
  func carryOut(_ journey: Journey) async {
    guard !journey.isCarriedOut else { return }
    journey.isCarriedOut = true
    await carryOutAgain(journey)
  }

  /// A request arrives, whether it has before or not.
  func carryOutAgain(_ journey: Journey) async {
    carriedOut += 1
    await journey.carryOut()
  }

  /// The reply arrives, of a request that was carried out; `true`.
  func answer(_ journey: Journey) -> Bool {
    remove(journey)
    if journey.answer(), isPresent(journey) { hasSucceeded = true }
    return true
  }

  /// The sender is told of a failure; `true`.
  func fail(_ journey: Journey, _ error: ServiceError) -> Bool {
    remove(journey)
    let isAwaited = isPresent(journey) && clock.now < journey.deadline
    if error.code == .signedOut, isAwaited { isSignedOut = true }
    journey.fail(error)
    return true
  }

  /// The sender gives up waiting, and the request arrives later; `true`.
  func delay(_ journey: Journey) -> Bool {
    if !journey.isCarriedOut, journey.info != nil { late.append(journey) }
    return fail(journey, .unknownOutcome)
  }

  /// A request arrives whose sender has given up.
  func arrive(_ number: Int) async -> Journey? {
    guard !late.isEmpty else { return nil }
    let journey = late.remove(at: number % late.count)
    await carryOut(journey)
    return journey
  }

  private func remove(_ journey: Journey) { waiting.removeAll { $0 === journey } }
}
