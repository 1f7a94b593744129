/// A delay that the reducer waits for, named by the event that began it.
package enum OptimisticTimer: Hashable, Sendable {
  /// The longest time that a request or a read may take.
  case timeout(LogicalTime)
  /// The delay before the in-flight mutation is sent or read back again.
  case retry(LogicalTime)
  /// The delay before a failed read is repeated.
  case refresh(LogicalTime)
  /// The longest time that an intent waits for the network.
  case hold(LogicalTime)
  /// The end of the session's pause.
  case pause(LogicalTime)
  /// The delay before an intent is sent, for an undo or to coalesce a burst.
  case grace(LogicalTime)
  /// The interval after a read that list data caused.
  case listCheck(LogicalTime)
  /// The time for which learned limits apply.
  case limits(LogicalTime)
}
