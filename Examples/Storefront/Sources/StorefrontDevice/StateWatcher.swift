import Observation

/// Reports every state that a component publishes, each once and in order.
///
/// Observation notifies before a change. So a state is reported when the next one comes, when
/// `flush()` is called, or at the latest in the next turn of the main actor.
@MainActor
final class StateWatcher {
  private let read: @MainActor () -> Void
  private let tell: @MainActor () -> Void
  private var isStale = false

  /// Watches what `read` reads.
  init(_ read: @escaping @MainActor () -> Void, tell: @escaping @MainActor () -> Void) {
    self.read = read
    self.tell = tell
    observe()
  }

  /// Reports the states that are not reported yet.
  func flush() {
    guard isStale else { return }
    isStale = false
    tell()
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
