import Observation

/// Tells of every state that a component publishes, each once and in order.
///
/// Observation tells before a change. So a state is told when the next one comes, when somebody asks,
/// or at the latest in the turn after.
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

  /// Tells what has not been told yet.
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
