public import SelfManaged

/// Checks that a like service fulfills the contract of `LikeService`.
///
/// ```swift
/// @Test func ourLikesKeepTheContract() async throws {
///   try await LikeServiceContract(api, itemID: "p1", unknownItemID: "gone").check()
/// }
/// ```
///
/// Run it on your own service against a test back end; no other client should change the item
/// meanwhile. It likes and unlikes the item, three times each at most. At the end the item is liked if it was
/// before; if the service can't read likes, it is not liked.
public struct LikeServiceContract: Sendable {
  /// The checked clauses, as text; each comment describes the fault that the clause prevents.
  package enum Clause: String, CaseIterable, ContractClause {
    /// Otherwise the like stays pending, and `settled()` never returns.
    case returns = "Every call returns."
    /// Otherwise every tap is rolled back.
    case succeeds = "A like of an existing item is accepted."
    /// Otherwise the button jumps back after each tap.
    case answers = "The answer's isLiked is the requested value, or nil."
    /// Otherwise a retry after a lost reply removes the like, or counts it twice.
    case twice = "Setting twice is the same as once."
    /// Otherwise a retry is refused, and the button rolls back a change that the server carried
    /// out.
    case sameKey = "A repeated key is applied once, and answered like the first request."
    /// Otherwise the count drifts with each tap.
    case count = "The count moves by one at most, with the user's own like."
    /// Otherwise the value jumps when it is read again.
    case read = "A read agrees with the last answer."
    /// Otherwise a service whose reads join a request in flight leaves a wrong value on the screen.
    case readsAfterAChange = "A read that begins after a change returns the changed value."
    /// Otherwise the newest answers count as stale, and are ignored.
    case versionsNeverFall = "Versions never fall."
    /// Otherwise a stale answer can't be distinguished from a fresh one.
    case versionsRise = "A version rises when the value changes."
    /// Otherwise the user sees a change as pending that other users already see.
    case busy = "A change that throws busy has done nothing."
    /// Otherwise a tap that can never succeed is sent again and again.
    case unknownItem = "An unknown item is refused with an error that no retry can fix."
  }

  let service: any LikeService
  let itemID: String
  let unknownItemID: String?
  let timeout: Duration
  let sleep: @MainActor (Duration) async throws -> Void

  /// Prepares the check.
  ///
  /// - Parameters:
  ///   - service: The service.
  ///   - itemID: An item that exists.
  ///   - unknownItemID: An item that does not exist; without one, that clause is not checked.
  ///   - timeout: How long a call may take; longer than the service's own timeout.
  ///   - sleep: Waits for a duration; a test injects its own.
  public init(
    _ service: any LikeService, itemID: String, unknownItemID: String? = nil,
    timeout: Duration = .seconds(30),
    sleep: @escaping @MainActor (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.service = service
    self.itemID = itemID
    self.unknownItemID = unknownItemID
    self.timeout = timeout
    self.sleep = sleep
  }

  /// Checks every clause, and restores the original value.
  ///
  /// - Throws: A ``ContractViolation`` for the first clause that is broken.
  @MainActor
  public func check() async throws(ContractViolation) {
    let run = LikeServiceRun(self)
    var violation: ContractViolation?
    do throws(ContractViolation) { try await run.check() } catch { violation = error }
    await Task { await run.restore() }.value  // Also if the check was canceled.
    if let violation { throw violation }
  }
}
