public import SelfManaged

/// The network of an ``AdversarialWorld``: it delays, loses, repeats and refuses requests by
/// schedule.
///
/// Send the requests of your own service through it like this:
///
/// ```swift
/// func setFollowing(_ on: Bool, userID: String, _ info: RequestInfo) async throws -> FollowAnswer {
///   try await network.change(of: userID, info) { try await server.setFollowing(on, userID, info) }
/// }
/// ```
@MainActor
public final class AdversarialNetwork {
  /// The policy that the schedule chose for the kind.
  public let policy: OptimisticPolicy
  /// The clock, advanced by the schedule.
  public let clock = FakeClock()

  /// The pending requests: sent and not answered.
  private(set) var waiting: [Journey] = []
  /// The requests that timed out at their sender and still arrive.
  private(set) var late: [Journey] = []
  /// Whether this device is offline.
  var isOffline = false
  /// The first violation by a sent request.
  private(set) var complaint: String?
  /// The items for which a read failed.
  private(set) var unread: Set<String> = []
  /// The lanes that requests are expected to respect.
  var expectedLanes = OptimisticPolicy.Lanes.perItem
  private(set) var changes = 0
  private(set) var reads = 0
  /// How often the server carried out a request from the network.
  private(set) var carriedOut = 0
  /// The keys of all changes that have arrived so far.
  private(set) var keys: Set<IdempotencyKey> = []
  private var sessions = 0
  /// Whether a change of the current session has succeeded, and whether one failed because the user
  /// is signed out.
  private var (hasSucceeded, isSignedOut) = (false, false)
  /// How many items without a component a session remembers.
  var rememberedItemLimit = SessionPolicy().rememberedItemLimit
  private var navigator: FakeNavigator?

  init(policy: OptimisticPolicy) { self.policy = policy }

  /// A pending request.
  final class Journey {
    let itemID: String
    let info: RequestInfo?
    let isRelative: Bool
    let session: Int
    /// The time at which the request times out at its sender.
    let deadline: Duration
    var isCarriedOut = false
    let carryOut: @MainActor () async -> Void
    /// Delivers the reply; returns whether the request was carried out without an error.
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

  /// Sends a change to the server and returns its answer, as scheduled.
  ///
  /// - Parameters:
  ///   - itemID: The changed item.
  ///   - info: The information of the request.
  ///   - isRelative: Whether carrying it out twice changes the value twice, as for an addition.
  ///   - carryOut: The work of the server. It may be called twice only where that is harmless.
  /// - Returns: The server's answer.
  /// - Throws: The error of the server or of the network.
  public func change<Answer: Sendable>(
    of itemID: String, _ info: RequestInfo, isRelative: Bool = false,
    _ carryOut: @escaping @MainActor () async throws -> Answer
  ) async throws -> Answer {
    changes += 1
    let others = waiting.filter { isPresent($0) && clock.now < $0.deadline }
    if others.contains(where: { isOneLane || $0.itemID == itemID }) {
      complain("A change of \(itemID) was sent before the previous change in its lane settled.")
    }
    if !keys.insert(info.key).inserted, isRelative, !policy.honorsIdempotencyKeys {
      complain("A relative change of \(itemID) was sent twice, but the server ignores keys.")
    }
    return try await travel(itemID, info, isRelative, carryOut)
  }

  /// Sends a read to the server and returns its answer, as scheduled.
  ///
  /// - Parameters:
  ///   - itemID: The item to read.
  ///   - read: The work of the server.
  /// - Returns: The server's answer.
  /// - Throws: The error of the server or of the network.
  public func read<Answer: Sendable>(
    of itemID: String, _ read: @escaping @MainActor () async throws -> Answer
  ) async throws -> Answer {
    reads += 1
    do { return try await travel(itemID, nil, false, read) } catch {
      unread.insert(itemID)
      throw error
    }
  }

  /// Returns a like service whose requests go through this network.
  public func likes(_ service: any LikeService) -> any LikeService {
    NetworkedLikeService(service: service, network: self)
  }

  /// Returns a cart service whose requests go through this network.
  public func cart(_ service: any CartService) -> any CartService {
    NetworkedCartService(service: service, network: self)
  }

  /// Returns a session on this network's clock, in which likes and carts use ``policy``.
  ///
  /// - Parameters:
  ///   - likes: The like service; its requests go through the network.
  ///   - cart: The cart service; its requests go through the network.
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

  /// Whether at most one change may be in flight, whatever its item.
  var isOneLane: Bool {
    expectedLanes == .shared || expectedLanes == .sharedAtFirst && !hasSucceeded
  }

  /// Whether the sign-in page should have been shown, and was not.
  var lacksSignIn: Bool {
    guard isSignedOut, let navigator else { return false }
    return !navigator.shown.contains(.signIn)
  }

  /// How often the sign-in page was shown in the current session; `nil` if it is unknown.
  var signIns: Int? { navigator.map { $0.shown.filter { $0 == .signIn }.count } }

  /// Whether a request is a change by the current session.
  func isPresent(_ journey: Journey) -> Bool { journey.info != nil && journey.session == sessions }
}

// The actions of a schedule on pending requests.
extension AdversarialNetwork {
  /// A pending request, chosen by a number; `nil` if there is none.
  func journey(_ number: Int) -> Journey? {
    waiting.isEmpty ? nil : waiting[number % waiting.count]
  }

  /// Lets the server carry out a request once, whether or not the reply arrives.
  func carryOut(_ journey: Journey) async {
    guard !journey.isCarriedOut else { return }
    journey.isCarriedOut = true
    await carryOutAgain(journey)
  }

  /// Lets the server carry out a request, even if it already did.
  func carryOutAgain(_ journey: Journey) async {
    carriedOut += 1
    await journey.carryOut()
  }

  /// Delivers the reply of a request that was carried out; returns `true`.
  func answer(_ journey: Journey) -> Bool {
    remove(journey)
    if journey.answer(), isPresent(journey) { hasSucceeded = true }
    return true
  }

  /// Reports a failure to the sender; returns `true`.
  func fail(_ journey: Journey, _ error: ServiceError) -> Bool {
    remove(journey)
    let isAwaited = isPresent(journey) && clock.now < journey.deadline
    if error.code == .signedOut, isAwaited { isSignedOut = true }
    journey.fail(error)
    return true
  }

  /// Times out a request at its sender, so that it arrives later; returns `true`.
  func delay(_ journey: Journey) -> Bool {
    if !journey.isCarriedOut, journey.info != nil { late.append(journey) }
    return fail(journey, .unknownOutcome)
  }

  /// Delivers a request that timed out at its sender.
  func arrive(_ number: Int) async -> Journey? {
    guard !late.isEmpty else { return nil }
    let journey = late.remove(at: number % late.count)
    await carryOut(journey)
    return journey
  }

  private func remove(_ journey: Journey) { waiting.removeAll { $0 === journey } }
}
