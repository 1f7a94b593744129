import Observation

/// Records every state that a model publishes, as a view that observes one property sees it.
///
/// A notification comes before its change, so each one records the state until then.
@MainActor
final class Published<State> {
  private let read: @MainActor () -> State
  private var former: [State] = []

  init(_ read: @escaping @MainActor () -> State) {
    self.read = read
    watch()
  }

  /// The number of notifications.
  var count: Int { former.count }

  /// The state after each notification.
  var states: [State] { former.isEmpty ? [] : former.dropFirst() + [read()] }

  private func watch() {
    withObservationTracking {
      _ = read()
    } onChange: { [weak self] in
      MainActor.assumeIsolated {
        guard let self else { return }
        self.former.append(self.read())
        self.watch()
      }
    }
  }
}
