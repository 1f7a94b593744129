/// Times that are seldom reached: the time-outs of requests, and the age of what was learned.
///
/// Every request has one, so that a task for each would cost more than the request itself. One task
/// waits for the earliest. It does not keep the session alive.
@MainActor
final class Deadlines {
  private let clock: SessionClock
  private var pending: [ID: Deadline] = [:]
  private var lastID: ID = 0
  private var wait: (until: Duration, task: Task<Void, Never>)?

  /// Names a deadline.
  typealias ID = UInt64

  private struct Deadline {
    let time: Duration
    let timer: OptimisticTimer
    let owner: any DeadlineOwner
  }

  init(clock: SessionClock) { self.clock = clock }

  deinit { wait?.task.cancel() }

  /// Reports a timer to its owner after a delay, unless it is removed before.
  func add(_ timer: OptimisticTimer, after delay: Duration, for owner: any DeadlineOwner) -> ID {
    let time = clock.now() + delay
    lastID += 1
    pending[lastID] = Deadline(time: time, timer: timer, owner: owner)
    waitIfEarlier(time)
    return lastID
  }

  /// Removes a deadline.
  func remove(_ id: ID) { pending.removeValue(forKey: id) }

  private func waitIfEarlier(_ time: Duration) {
    if let wait, wait.until <= time { return }
    wait?.task.cancel()
    let task = Session.start { @MainActor [clock, weak self] in
      try? await clock.deadline(time)
      if !Task.isCancelled { self?.report() }
    }
    wait = (time, task)
  }

  /// Reports what is over, in the order of time, and waits for the next.
  private func report() {
    wait = nil
    let now = clock.now()
    let due = pending.filter { $0.value.time <= now }
      .sorted { ($0.value.time, $0.key) < ($1.value.time, $1.key) }
    for (id, _) in due { pending[id] = nil }
    if let next = pending.values.map(\.time).min() { waitIfEarlier(next) }
    for (id, deadline) in due { deadline.owner.reached(id, deadline.timer) }
  }
}

/// What waits for a deadline.
@MainActor
protocol DeadlineOwner: AnyObject {
  /// A deadline is reached; it is no longer pending.
  func reached(_ id: Deadlines.ID, _ timer: OptimisticTimer)
}
