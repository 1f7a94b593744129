/// The waits of one item for the session's clock.
struct ItemTimers {
  /// A deadline has no task, and does not keep the session alive; a delay does.
  private var all: [(wait: Wait, time: Duration, delay: Task<Void, Never>?)] = []

  /// The earliest pending deadline.
  var nextDeadline: Duration? { all.lazy.filter { $0.delay == nil }.map(\.time).min() }

  /// Adds a delay that a task waits for.
  mutating func add(_ wait: Wait, _ delay: Task<Void, Never>) { all.append((wait, .zero, delay)) }

  /// Adds a deadline.
  mutating func add(_ wait: Wait, at time: Duration) { all.append((wait, time, nil)) }

  /// Removes the earliest deadline, if it has been reached.
  mutating func removeReached(by now: Duration) -> Wait? {
    guard let next = nextDeadline, next <= now,
      let index = all.firstIndex(where: { $0.delay == nil && $0.time == next })
    else { return nil }
    return all.remove(at: index).wait
  }

  /// Cancels the delays and removes the deadlines whose end would have no effect.
  mutating func removeAll(unless isNeeded: (Wait) -> Bool) {
    all.removeAll {
      if isNeeded($0.wait) { return false }
      $0.delay?.cancel()
      return true
    }
  }
}
