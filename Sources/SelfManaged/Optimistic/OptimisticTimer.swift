/// A delay that the reducer waits for, named by the event that began it.
package enum OptimisticTimer: Hashable, Sendable {
  /// The longest time that a request or a read may take.
  case timeout(Stamp)
  /// The delay before the in-flight mutation is sent or read back again.
  case retry(Stamp)
  /// The delay before a failed read is repeated.
  case refresh(Stamp)
  /// The longest time that an intent waits for the network.
  case hold(Stamp)
  /// The interval in which undated data causes one read.
  case listCheck(Stamp)
  /// The time for which learned limits apply.
  case limits(Stamp)
}
