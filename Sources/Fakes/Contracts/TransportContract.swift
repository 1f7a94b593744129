public import SelfManaged

/// Checks that the transport of a kind of your own fulfills the contract of `Transport`.
///
/// ```swift
/// @Test func ourFollowsKeepTheContract() async throws {
///   try await TransportContract(
///     .follow(of: "ann", by: api), startingAt: false,
///     intents: [FollowIntent(isFollowing: true), FollowIntent(isFollowing: false)]
///   ).check()
/// }
/// ```
///
/// Run it on your own service against a test back end; no other client should change the item
/// meanwhile. It sends all intents in their order, twice, and at the end once more the first of them
/// that changes the value, which the item keeps. A relative intent is left out if a limit allows none
/// of it.
@MainActor
public struct TransportContract<Intent: OptimisticIntent> {
  /// The checked clauses, as text; each comment describes the fault that the clause prevents.
  package enum Clause: String, CaseIterable, ContractClause {
    /// Otherwise a tap stays pending, and `settled()` never returns.
    case returns = "Every call returns."
    /// Otherwise every tap is rolled back.
    case succeeds = "An intent that the value allows is accepted."
    /// Otherwise every tap is reported as adjusted by the server.
    case answers = "The answer gives the value that the intent predicts."
    /// Otherwise the value jumps when it is read again.
    case read = "A read agrees with the last answer."
    /// Otherwise a retry after a lost reply changes the value again, or rolls it back.
    case twice = "Sending an absolute intent twice is the same as once."
    /// Otherwise a relative intent whose reply is lost is carried out twice.
    ///
    /// Checked only where keys are honored.
    case sameKey = "A repeated key changes the value once."
    /// Otherwise a service whose reads join a request in flight leaves a wrong value on the screen.
    case readsAfterAChange = "A read that begins after a change returns the changed value."
    /// Otherwise the newest answers count as stale, and are ignored.
    case versionsNeverFall = "Versions never fall."
    /// Otherwise a stale answer can't be distinguished from a fresh one.
    case versionsRise = "A version rises when the value changes."
    /// Otherwise an intent that is sent again after the delay is carried out twice.
    case busy = "A change that throws busy has done nothing."
  }

  let transport: Transport<Intent>
  let guess: Intent.Value
  let intents: [Intent]
  let honorsIdempotencyKeys: Bool
  let timeout: Duration
  let sleep: @MainActor (Duration) async throws -> Void

  /// Prepares the check.
  ///
  /// - Parameters:
  ///   - transport: The transport of an item that exists.
  ///   - guess: The value before the first read, as for `Session.bind`. If the transport can't read,
  ///     it must be the server's value.
  ///   - intents: Intents that the server carries out as they are.
  ///   - honorsIdempotencyKeys: Whether the back end carries a repeated key out once, as
  ///     `OptimisticPolicy.honorsIdempotencyKeys` says.
  ///   - timeout: How long a call may take; longer than the service's own timeout.
  ///   - sleep: Waits for a duration; a test injects its own.
  public init(
    _ transport: Transport<Intent>, startingAt guess: Intent.Value, intents: [Intent],
    honorsIdempotencyKeys: Bool = false, timeout: Duration = .seconds(30),
    sleep: @escaping @MainActor (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.transport = transport
    self.guess = guess
    self.intents = intents
    self.honorsIdempotencyKeys = honorsIdempotencyKeys
    self.timeout = timeout
    self.sleep = sleep
  }

  /// Checks every clause.
  ///
  /// - Throws: A ``ContractViolation`` for the first clause that is broken.
  public func check() async throws(ContractViolation) { try await TransportRun(self).check() }
}
