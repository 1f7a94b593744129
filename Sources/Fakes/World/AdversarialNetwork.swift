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

  /// The requests that were sent and not answered.
  private(set) var pending: [PendingRequest] = []
  /// The requests that timed out at their sender and may still arrive at the server.
  private(set) var late: [PendingRequest] = []
  /// Whether the app knows that the server can be reached.
  var isReachable = true
  /// The end of the pause that the busy server asked the current session to make.
  private var pausedUntil = Duration.zero
  /// Whether this device is offline.
  var isOffline = false
  /// The first violation by a sent request.
  private(set) var violation: String?
  /// The items for which a read failed.
  private(set) var unreadItems: Set<String> = []
  /// The lanes that requests are expected to respect.
  var expectedLanes = OptimisticPolicy.Lanes.perItem
  private(set) var changes = 0
  private(set) var reads = 0
  /// The number of times that the server carried out a request from the network.
  private(set) var carriedOutCount = 0
  /// The number of requests whose outcome has returned to the service that sent them.
  private(set) var returnedCount = 0
  /// For each item, the number of requests that the server had carried out after the last change
  /// whose reply was lost.
  private var lostReplies: [String: Int] = [:]
  /// The keys of all changes that have arrived so far.
  private(set) var keys: Set<IdempotencyKey> = []
  /// The keys of changes that the busy server refused, so that they may be sent again.
  private var refusedKeys: Set<IdempotencyKey> = []
  private var sessions = 0
  /// The beginning of all keys of this schedule, since a back end may remember those of others.
  let keyPrefix = String(UInt64.random(in: .min ... .max), radix: 36)
  private var keyPrefixes = 0
  /// Whether a change of the current session has succeeded, and whether one failed because the user
  /// is signed out.
  private var (hasSucceeded, isSignedOut) = (false, false)
  /// The number of items without a component that a session remembers.
  var rememberedItemLimit = SessionPolicy().rememberedItemLimit
  private var navigator: FakeNavigator?

  /// The policy with which the subject has registered the kind.
  var kindPolicy: OptimisticPolicy

  init(policy: OptimisticPolicy) { (self.policy, kindPolicy) = (policy, policy) }

  /// A pending request.
  final class PendingRequest {
    let itemID: String
    let info: RequestInfo?
    let isRelative: Bool
    let session: Int
    /// The time at which the request times out at its sender.
    let deadline: Duration
    /// The number of requests that the server had carried out after this one; `nil` before.
    var carriedOutAt: Int?
    let carryOut: @MainActor () async -> Void
    /// Whether the service itself was busy, and has done nothing.
    let isBusy: @MainActor () -> Bool
    /// Delivers the reply; returns whether the request was carried out without an error.
    let answer: @MainActor () -> Bool
    let fail: @MainActor (ServiceError) -> Void
    var isCarriedOut: Bool { carriedOutAt != nil }
    /// The items that wait for the outcome: one, or those of a batch.
    ///
    /// An item is removed once the session has forgotten it, and has made a new one with its ID.
    var senders: Set<String>

    init(
      itemID: String, senders: Set<String>, info: RequestInfo?, isRelative: Bool, session: Int,
      deadline: Duration, carryOut: @escaping @MainActor () async -> Void,
      isBusy: @escaping @MainActor () -> Bool,
      answer: @escaping @MainActor () -> Bool,
      fail: @escaping @MainActor (ServiceError) -> Void
    ) {
      self.deadline = deadline
      (self.itemID, self.senders, self.info) = (itemID, senders, info)
      (self.isRelative, self.session) = (isRelative, session)
      (self.carryOut, self.answer, self.fail) = (carryOut, answer, fail)
      self.isBusy = isBusy
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
    let others = pending.filter { isCurrentChange($0) && isAwaited($0) }
    if others.contains(where: { isOneLane || $0.itemID == itemID }) {
      addViolation("A change of \(itemID) was sent before the previous change in its lane settled.")
    }
    let isRepeated = !keys.insert(info.key).inserted && refusedKeys.remove(info.key) == nil
    if isRepeated, isRelative, !policy.honorsIdempotencyKeys {
      addViolation("A relative change of \(itemID) was sent twice, but the server ignores keys.")
    }
    return try await transmit([itemID], info, isRelative, carryOut)
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
    try await self.read(of: [itemID], read)
  }

  func read<Answer: Sendable>(
    of itemIDs: Set<String>, _ read: @escaping @MainActor () async throws -> Answer
  ) async throws -> Answer {
    reads += 1
    do { return try await transmit(itemIDs, nil, false, read) } catch {
      unreadItems.formUnion(itemIDs)
      throw error
    }
  }

  /// Returns a like service whose requests go through this network.
  public func likes(_ service: any LikeService) -> any LikeService {
    if let batched = service as? any BatchedLikeService {
      return NetworkedBatchedLikeService(batched: batched, network: self)
    }
    return NetworkedLikeService(service: service, network: self)
  }

  /// Returns a cart service whose requests go through this network.
  public func cart(_ service: any CartService) -> any CartService {
    if let whole = service as? any WholeCartService {
      return NetworkedWholeCartService(whole: whole, network: self)
    }
    if let batched = service as? any BatchedCartService {
      return NetworkedBatchedCartService(batched: batched, network: self)
    }
    return NetworkedCartService(service: service, network: self)
  }

  /// Returns a transport of an item whose requests go through this network.
  ///
  /// The service behind it can be isolated to any actor.
  public func transport<Intent: OptimisticIntent>(
    _ transport: Transport<Intent>, of itemID: String
  ) -> Transport<Intent> {
    Transport(
      send: { [self] intent, info in
        try await change(of: itemID, info, isRelative: !intent.isAbsolute) {
          try await transport.send(intent, info)
        }
      },
      read: { [self] in try await read(of: itemID, transport.read) })
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
    let navigator = FakeNavigator()
    self.navigator = navigator
    keyPrefixes += 1
    var both = SessionPolicy()
    (both.likes, both.cart) = (policy, policy)
    both.rememberedItemLimit = rememberedItemLimit
    return Session(
      navigator: navigator, likes: likes.map(self.likes), cart: cart.map(self.cart),
      policy: both, keyPrefix: "\(keyPrefix)-session-\(keyPrefixes)",
      clock: clock.sessionClock)
  }

  /// Begins a session, which the subject then creates with ``session(likes:cart:)`` or by itself.
  func beginSession() {
    sessions += 1
    (hasSucceeded, isSignedOut) = (false, false)
    (isReachable, pausedUntil) = (true, .zero)
    navigator = nil
  }

  private func transmit<Answer: Sendable>(
    _ itemIDs: Set<String>, _ info: RequestInfo?, _ isRelative: Bool,
    _ carryOut: @escaping @MainActor () async throws -> Answer
  ) async throws -> Answer {
    let names = itemIDs.sorted().joined(separator: ", ")
    if !isReachable {
      addViolation("A request for \(names) was sent, but the server can't be reached.")
    } else if clock.now < pausedUntil {
      addViolation("A request for \(names) was sent, but the server asked all requests to wait.")
    }
    guard !isOffline else { throw ServiceError.offline }
    defer { returnedCount += 1 }
    var result: Result<Answer, any Error>?
    return try await withCheckedThrowingContinuation { continuation in
      let request = PendingRequest(
        itemID: names, senders: itemIDs, info: info, isRelative: isRelative, session: sessions,
        deadline: clock.now + max(.milliseconds(1), kindPolicy.timeout),
        carryOut: {
          do { result = .success(try await carryOut()) } catch {
            // If the server refuses a request that it has carried out, the first reply arrives.
            result = result ?? .failure(error)
          }
        },
        isBusy: { result?.isBusy ?? false },
        answer: {
          let result = result ?? .failure(ServiceError.unknownOutcome)
          // The service itself was busy, so the request may be sent again.
          if let key = info?.key, result.isBusy { self.refusedKeys.insert(key) }
          continuation.resume(with: result)
          return (try? result.get()) != nil
        },
        fail: { continuation.resume(throwing: $0) })
      pending.append(request)
    }
  }

  /// Whether a read of an item failed, alone or with the whole cart.
  func isUnread(_ itemID: String) -> Bool {
    unreadItems.contains(itemID) || unreadItems.contains(NetworkedWholeCartService.itemID)
  }

  /// Adds a violation, unless an earlier one was found.
  private func addViolation(_ text: String) { violation = violation ?? text }

  /// Whether all items share one lane now.
  var isOneLane: Bool {
    expectedLanes == .shared || expectedLanes == .sharedAtFirst && !hasSucceeded
  }

  /// Whether the sign-in page should have been shown, but was not.
  var lacksSignIn: Bool {
    guard isSignedOut, let navigator else { return false }
    return !navigator.shown.contains(.signIn)
  }

  /// The number of times that the sign-in page was shown in the current session; `nil` if unknown.
  var signIns: Int? { navigator.map { $0.shown.filter { $0 == .signIn }.count } }

  /// Whether the current session still waits for the outcome of a request.
  func isAwaited(_ request: PendingRequest) -> Bool {
    request.session == sessions && clock.now < request.deadline
  }

  /// Whether the reply of a change of an item was lost or came too late, if the server carried out
  /// the change after `count` others.
  func hasLostReply(of itemID: String, after count: Int) -> Bool {
    let isLate = pending.contains {
      $0.itemID == itemID && $0.info != nil && $0.carriedOutAt ?? 0 > count && !isAwaited($0)
    }
    return isLate || lostReplies[itemID] ?? 0 > count
  }

  /// Whether a request is a change by the current session.
  func isCurrentChange(_ request: PendingRequest) -> Bool {
    request.info != nil && request.session == sessions
  }
}

// The actions of a schedule on pending requests.
extension AdversarialNetwork {
  /// A pending request, chosen by a number; `nil` if there is none.
  func request(_ number: Int) -> PendingRequest? {
    pending.isEmpty ? nil : pending[number % pending.count]
  }

  /// The pending requests of an item of the current session.
  func requests(of itemID: String) -> [PendingRequest] {
    pending.filter { $0.session == sessions && $0.senders.contains(itemID) }
  }

  /// Whether a read is pending that answers for an item: its own, or one of something that is no item,
  /// such as the whole cart.
  ///
  /// Of the delays that end at the same time, one after the other ends, so a deadline that has come may
  /// not have ended its read.
  func hasRead(for itemID: String, of itemIDs: [String]) -> Bool {
    pending.contains {
      $0.info == nil && $0.session == sessions && clock.now <= $0.deadline
        && ($0.senders.contains(itemID) || $0.senders.isDisjoint(with: itemIDs))
    }
  }

  /// Lets the server carry out a request once, whether or not the reply arrives.
  func carryOut(_ request: PendingRequest) async {
    guard !request.isCarriedOut else { return }
    request.carriedOutAt = carriedOutCount + 1
    await carryOutAgain(request)
  }

  /// Lets the server carry out a request, even if it already did.
  func carryOutAgain(_ request: PendingRequest) async {
    carriedOutCount += 1
    await request.carryOut()
  }

  /// Delivers the reply of a request that was carried out.
  func answer(_ request: PendingRequest) {
    remove(request)
    if request.answer(), isCurrentChange(request) { hasSucceeded = true }
  }

  /// Reports a failure to the sender.
  func fail(_ request: PendingRequest, _ error: ServiceError) {
    remove(request)
    let isAwaited = isAwaited(request)
    if let count = request.carriedOutAt, request.info != nil { lostReplies[request.itemID] = count }
    if error.code == .signedOut, isAwaited, isCurrentChange(request) { isSignedOut = true }
    if error.code == .busy, let key = request.info?.key { refusedKeys.insert(key) }
    if error.code == .busy, error.scope == .session, isAwaited, let delay = error.retryAfter {
      pausedUntil = max(pausedUntil, clock.now + min(delay, kindPolicy.longestBackOff))
    }
    request.fail(error)
  }

  /// Times out a request at its sender, so that it arrives later.
  func delay(_ request: PendingRequest) {
    if !request.isCarriedOut, request.info != nil { late.append(request) }
    fail(request, .unknownOutcome)
  }

  /// Delivers a request that timed out at its sender.
  func arrive(_ number: Int) async -> PendingRequest? {
    guard !late.isEmpty else { return nil }
    let request = late.remove(at: number % late.count)
    await carryOut(request)
    return request
  }

  private func remove(_ request: PendingRequest) { pending.removeAll { $0 === request } }
}

extension Result {
  fileprivate var isBusy: Bool {
    if case .failure(let error) = self { (error as? ServiceError)?.code == .busy } else { false }
  }
}
