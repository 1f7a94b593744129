import Components
import Observation

/// Records every state that a component publishes, in order, as an observer sees it.
@MainActor
final class Shown<State: Sendable> {
  private let read: @MainActor () -> State
  private var before: [State] = []

  init(_ read: @escaping @MainActor () -> State) {
    self.read = read
    observe()
  }

  /// The states published since the creation of this recorder.
  var states: [State] { before.isEmpty ? [] : before.dropFirst() + [read()] }

  /// `onChange` is called before each change, so it reads the previous state.
  private func observe() {
    withObservationTracking {
      _ = read()
    } onChange: { [weak self] in
      MainActor.assumeIsolated {
        guard let self else { return }
        self.before.append(self.read())
        self.observe()
      }
    }
  }
}

extension Shown<LikeButton.State> {
  convenience init(_ like: LikeButton) { self.init { like.state } }

  var likes: [String] { states.map { "\($0.isLiked ? "♥" : "♡")\($0.count)" } }
  var causes: [ChangeCause] { states.map(\.change) }
}

extension Shown<NumberEditor.State> {
  convenience init(_ editor: NumberEditor) { self.init { editor.state } }

  var quantities: [Int] { states.map(\.quantity) }
  var causes: [ChangeCause] { states.map(\.change) }
}
