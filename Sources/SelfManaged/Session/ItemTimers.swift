/// The delays and deadlines that one item waits for.
struct ItemTimers {
  /// The pending delays; each keeps the session alive.
  private var delays: [Wait: Task<Void, Never>] = [:]
  /// The pending deadlines, which do not keep the session alive.
  private var deadlines: [(time: Duration, timer: Wait)] = []

  /// The earliest pending deadline.
  var nextDeadline: Duration? { deadlines.map(\.time).min() }

  /// Adds a delay that a task waits for.
  mutating func add(_ timer: Wait, _ delay: Task<Void, Never>) { delays[timer] = delay }

  /// Adds a deadline.
  mutating func add(_ timer: Wait, at time: Duration) { deadlines.append((time, timer)) }

  /// Removes the earliest deadline, if it has been reached.
  mutating func removeReached(by now: Duration) -> Wait? {
    guard let next = deadlines.min(by: { $0.time < $1.time }), next.time <= now else { return nil }
    deadlines.removeAll { $0.timer == next.timer }
    return next.timer
  }

  /// Cancels the delays and removes the deadlines whose end would have no effect.
  mutating func removeAll(unless isNeeded: (Wait) -> Bool) {
    if !delays.isEmpty {  // Most items have none.
      for timer in delays.keys where !isNeeded(timer) {
        delays.removeValue(forKey: timer)?.cancel()
      }
    }
    deadlines.removeAll { !isNeeded($0.timer) }
  }
}
