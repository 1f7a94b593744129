import Observation

/// Prints every state that a component publishes, as a view would draw it.
///
/// An observer is notified before each change. So each state is printed before the next change, or
/// at the latest in the next turn of the main actor.
@MainActor
final class Watcher {
  private let draw: @MainActor () -> Void
  private let read: @MainActor () -> Void
  private var isStale = false

  /// Observes the properties that `state` reads.
  init<State>(_ state: @escaping @MainActor () -> State, draw: @escaping @MainActor (State) -> Void)
  {
    read = { _ = state() }
    self.draw = { draw(state()) }
    observe()
  }

  /// Prints the current state, if it was not printed yet.
  func flush() {
    guard isStale else { return }
    isStale = false
    draw()
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
