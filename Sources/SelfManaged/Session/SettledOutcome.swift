/// What is left when a wait for the pending work of a session, or of one kind of item, ends.
///
/// ```swift
/// let outcome = await session.settled(within: .seconds(3))
/// guard outcome.isClean else { return explain(outcome) }
/// try await api.checkOut()
/// ```
public struct SettledOutcome: Sendable {
  /// The IDs of the items with a tap or a read that is still pending, sorted within each kind.
  public internal(set) var pending: [String] = []
  /// The IDs of the items whose value may be wrong, since a read that it needs has not succeeded.
  public internal(set) var inDoubt: [String] = []
  /// The failures that are kept on items: of each item the last one, until its next tap.
  public internal(set) var failures: [ManagedFailure] = []

  /// Whether nothing is pending, in doubt or failed.
  public var isClean: Bool { pending.isEmpty && inDoubt.isEmpty && failures.isEmpty }
}
