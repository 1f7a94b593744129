package import Components
import Observation

/// Records every state that a model publishes, in order, as a view that observes one property sees it.
///
/// A notification comes before its change, so each one records the state until then.
@MainActor
package final class StateRecorder<State> {
  private let read: @MainActor () -> State
  private var previous: [State] = []

  package init(_ read: @escaping @MainActor () -> State) {
    self.read = read
    observe()
  }

  /// The number of notifications.
  package var count: Int { previous.count }

  /// The state after each notification.
  package var states: [State] { previous.isEmpty ? [] : previous.dropFirst() + [read()] }

  private func observe() {
    withObservationTracking {
      _ = read()
    } onChange: { [weak self] in
      MainActor.assumeIsolated {
        guard let self else { return }
        self.previous.append(self.read())
        self.observe()
      }
    }
  }
}

extension StateRecorder<LikeButton.State> {
  package convenience init(_ like: LikeButton) { self.init { like.state } }

  package var likes: [String] { states.map { "\($0.isLiked ? "♥" : "♡")\($0.count)" } }
  package var causes: [ChangeCause] { states.map(\.change) }
}

extension StateRecorder<NumberEditor.State> {
  package convenience init(_ editor: NumberEditor) { self.init { editor.state } }

  package var quantities: [Int] { states.map(\.quantity) }
  package var causes: [ChangeCause] { states.map(\.change) }
}
