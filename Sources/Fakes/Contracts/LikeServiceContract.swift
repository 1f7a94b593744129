public import SelfManaged

/// Checks that a like service keeps what `LikeService` promises.
///
/// ```swift
/// @Test func ourLikesKeepTheContract() async throws {
///   try await LikeServiceContract(api, itemID: "p1", unknownItemID: "gone").check()
/// }
/// ```
///
/// Run it on your own service against a back end for tests: nobody else should change the item
/// meanwhile. It likes the item and takes the like back, twice each. In the end the item is liked
/// if it was before; if the service can't read likes, it is not liked.
public struct LikeServiceContract: Sendable {
  /// What is checked, in words; what each one prevents stands beside it.
  public enum Clause: String, CaseIterable, ContractClause {
    /// Else the like stays pending, and `settled()` waits for ever.
    case comesBack = "Every call comes back."
    /// Else every tap is rolled back.
    case succeeds = "A like of an item that exists is taken."
    /// Else the button jumps back after each tap.
    case answers = "The answer's isLiked says what was asked for, or nothing."
    /// Else a retry after a lost reply takes the like back, or counts it twice.
    case twice = "Setting twice is the same as once."
    /// Else a retry is taken for a mistake, and the button rolls back what was done.
    case sameKey = "The same key again applies once, and is answered like the first."
    /// Else the count drifts with each tap.
    case count = "The count moves by one at most, with the user's own like."
    /// Else the value jumps when it is read anew.
    case read = "A read agrees with the last answer."
    /// Else the newest answers are taken for old ones, and ignored.
    case versionsNeverFall = "Versions never fall."
    /// Else an old answer can't be told from a new one.
    case versionsRise = "A version rises when the value changes."
    /// Else a tap that can never succeed is sent again and again.
    case unknownItem = "An unknown item is refused for certain, and never left in doubt."
  }

  let service: any LikeService
  let itemID: String
  let unknownItemID: String?
  let patience: Duration
  let sleep: @MainActor (Duration) async throws -> Void

  /// Prepares the check.
  ///
  /// - Parameters:
  ///   - service: The service.
  ///   - itemID: An item that exists.
  ///   - unknownItemID: An item that does not; without one, that clause is not checked.
  ///   - patience: How long a call may take; longer than the service's own time-out.
  ///   - sleep: Waits so long; a test injects its own.
  public init(
    _ service: any LikeService, itemID: String, unknownItemID: String? = nil,
    patience: Duration = .seconds(30),
    sleep: @escaping @MainActor (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.service = service
    self.itemID = itemID
    self.unknownItemID = unknownItemID
    self.patience = patience
    self.sleep = sleep
  }

  /// Checks every clause, and restores what it changed.
  ///
  /// - Throws: The first clause that is broken.
  @MainActor
  public func check() async throws(ContractViolation) {
    let run = LikeServiceRun(self)
    do throws(ContractViolation) {
      try await run.check()
    } catch {
      await run.restore()
      throw error
    }
    await run.restore()
  }
}
