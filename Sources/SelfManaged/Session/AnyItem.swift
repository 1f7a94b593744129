/// The interface of an item, whatever its intent.
@MainActor
protocol AnyItem: AnyObject {
  var id: String { get }
  /// The logical time of the oldest pending tap, or of the doubt.
  var pendingSince: LogicalTime? { get }
  /// As ``pendingSince``, if only the gate is in the way of a request or a read.
  var blockedSince: LogicalTime? { get }
  /// The logical time of the oldest tap or doubt that waits for the network or for a delay.
  var waitingSince: LogicalTime? { get }
  /// Whether a read has begun and not ended.
  var isReading: Bool { get }
  /// The earliest pending deadline.
  var nextDeadline: Duration? { get }
  /// Reports the reached deadlines to the reducer, in order of time.
  func reachDeadlines(by now: Duration)
  /// Sends what the gate or a wait held back, unless a busy server or an undo holds it.
  func proceed()
  /// Ends each wait but a busy server's; a removal that would fail at once keeps its grace period.
  func flush()
  /// Sends an intent that can still be undone.
  func endGrace()
  /// Fails an intent that is queued or waits for a busy server, with another item.
  func neighborFailed(_ error: ServiceError)
  /// Refreshes the value; an idle item without a component is read at the next binding.
  func refresh()
  /// Adds what is pending, in doubt or failed.
  func add(to outcome: inout SettledOutcome)
  /// Ends the item with its session.
  func end()
}

extension Sequence<any AnyItem> {
  /// The items for which a logical time is known, the oldest first.
  @MainActor
  func oldestFirst(
    _ time: (any AnyItem) -> LogicalTime?
  ) -> [(since: LogicalTime, item: any AnyItem)] {
    var items: [(since: LogicalTime, item: any AnyItem)] = []
    for item in self { if let since = time(item) { items.append((since, item)) } }
    return items.sorted { $0.since < $1.since }
  }
}

// What an item does for the session, whatever its intent.
extension Entity {
  /// Whether an intent is in flight or queued.
  var hasIntents: Bool { !state.$inFlight.isAbsent || !state.$queued.isAbsent }

  var pendingSince: LogicalTime? { state.pendingSince }

  var blockedSince: LogicalTime? { state.isBlocked ? state.pendingSince : nil }

  var waitingSince: LogicalTime? { state.waitingSince }

  var isReading: Bool { state.reading.began != nil }

  func proceed() { process(.proceed) }

  func neighborFailed(_ error: ServiceError) { process(.neighborFailed(error)) }

  func add(to outcome: inout SettledOutcome) {
    if !state.isIdle { outcome.pending.append(id) }
    if state.isInDoubt { outcome.inDoubt.append(id) }
    if let failure = state.failure { outcome.failures.append(published(failure)) }
  }

  func endGrace() {
    if state.isInGrace { process(.flush) }
  }

  func flush() {
    if context.isReachable || store.policy.holdsOffline { process(.flush) }
  }
}
