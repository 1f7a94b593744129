/// The delays and the deadlines of a session.
///
/// Each delay has a task, since it passes. A deadline is a request's timeout, or the expiration of
/// learned data: every request has one and almost none is reached, so a task for each would cost more
/// than the request. Each item keeps its own deadlines, and one task waits for the earliest of all. That
/// task does not keep the session alive.
@MainActor
final class Alarms {
  /// Called with the current time when a deadline may be reached; returns the earliest remaining
  /// one.
  var reached: (@MainActor (Duration) -> Duration?)?
  private let clock: SessionClock
  /// The earliest deadline; its task is absent while it is being started.
  private var wait: (until: Duration, task: Task<Void, Never>?)?

  init(clock: SessionClock) { self.clock = clock }

  deinit { wait?.task?.cancel() }

  /// Performs an action after a delay, unless the returned task is canceled first.
  func after(_ delay: Duration, _ action: @escaping @MainActor () -> Void) -> Task<Void, Never> {
    ImmediateTask.start { @MainActor [clock] in
      try? await clock.delay(delay)
      if !Task.isCancelled { action() }
    }
  }

  /// Performs an action at a time that is rarely reached, unless the returned task is canceled first.
  func at(_ time: Duration, _ action: @escaping @MainActor () -> Void) -> Task<Void, Never> {
    ImmediateTask.start { @MainActor [clock] in
      try? await clock.deadline(time)
      if !Task.isCancelled { action() }
    }
  }

  /// Begins to wait for a deadline, which is later than now, so that the caller can store it first.
  ///
  /// - Parameter delay: The delay; a delay below a millisecond counts as a millisecond.
  /// - Returns: The time of the deadline.
  func begin(_ delay: Duration) -> Duration {
    let time = clock.now() + max(delay, .milliseconds(1))
    wake(at: time)
    return time
  }

  private func wake(at time: Duration) {
    if let wait, wait.until <= time { return }
    wait?.task?.cancel()
    wait = (time, nil)
    let task = at(time) { [weak self] in self?.wake() }
    // A clock may return at once, and then this wait is already over.
    if let wait, wait.until == time, wait.task == nil { self.wait = (time, task) }
  }

  private func wake() {
    wait = nil
    if let next = reached?(clock.now()) { wake(at: next) }
  }
}
