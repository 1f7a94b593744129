/// Wakes a session at the earliest of its deadlines: the time-outs of requests, and the age of what was
/// learned.
///
/// Every request has a deadline, and hardly any is reached, so that a task for each would cost more
/// than the request. Each item keeps its own deadlines, and one task waits for the earliest of all. It
/// does not keep the session alive.
@MainActor
final class Deadlines {
  /// Called when a deadline may be reached, with the present time; returns the earliest that is left.
  var reached: (@MainActor (Duration) -> Duration?)?
  private let clock: SessionClock
  private var wait: (until: Duration, task: Task<Void, Never>)?

  init(clock: SessionClock) { self.clock = clock }

  deinit { wait?.task.cancel() }

  /// Begins to wait for a time that lies a delay ahead.
  ///
  /// - Returns: That time.
  func begin(_ delay: Duration) -> Duration {
    let time = clock.now() + delay
    wake(at: time)
    return time
  }

  private func wake(at time: Duration) {
    if let wait, wait.until <= time { return }
    wait?.task.cancel()
    let task = Session.start { @MainActor [clock, weak self] in
      try? await clock.deadline(time)
      if !Task.isCancelled { self?.wake() }
    }
    wait = (time, task)
  }

  private func wake() {
    wait = nil
    if let next = reached?(clock.now()) { wake(at: next) }
  }
}
