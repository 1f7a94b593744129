import Observation

/// Every state a model publishes, seen as a view sees it: by observing one property.
///
/// A notification comes before its change, so each notes what was shown until then.
@MainActor
final class Published<State> {
  private let read: @MainActor () -> State
  private var former: [State] = []

  init(_ read: @escaping @MainActor () -> State) {
    self.read = read
    watch()
  }

  /// How many notifications there were.
  var count: Int { former.count }

  /// What was shown after each notification.
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
