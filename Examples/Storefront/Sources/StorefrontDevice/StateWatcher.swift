import Observation

/// Reports every state that a component publishes, each once and in order.
///
/// Observation notifies before a change. So a state is reported before the next change, when
/// `flush()` is called, or at the latest in the next turn of the main actor.
@MainActor
final class StateWatcher {
  private let read: @MainActor () -> Void
  private let report: @MainActor () -> Void
  private var isStale = false

  /// Observes the properties that `read` reads, and reports its values.
  init<State>(
    _ read: @escaping @MainActor () -> State, report: @escaping @MainActor (State) -> Void
  ) {
    self.read = { _ = read() }
    self.report = { report(read()) }
    observe()
  }

  /// Reports the current state, if it was not reported yet.
  func flush() {
    guard isStale else { return }
    isStale = false
    report()
  }

  private func observe() {
    withObservationTracking(read) { [weak self] in
      MainActor.assumeIsolated {
        self?.flush()
        self?.isStale = true
        self?.observe()
      }
      Task { @MainActor in self?.flush() }
    }
  }
}
