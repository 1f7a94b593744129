import SelfManaged

/// A removal that a grace period delays.
struct ModelRemoval<Intent: Modeled> {
  /// The display before the removal.
  let display: Intent.Value
  /// The confirmed value before the removal.
  let confirmed: Intent.Value
  /// The tap that was in flight.
  var inFlight: LogicalTime?
  /// The number of requests that the server had applied before.
  let appliedCount: Int
  /// Whether the last tap since has failed, and no other is pending.
  var hasFailed = false
}
