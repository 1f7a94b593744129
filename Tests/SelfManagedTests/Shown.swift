import Components
import Observation

/// Writes down every state a component publishes, in order, as an observer of it sees them.
@MainActor
final class Shown<State: Sendable> {
  private let read: @MainActor () -> State
  private var before: [State] = []

  init(_ read: @escaping @MainActor () -> State) {
    self.read = read
    observe()
  }

  /// The states published since this was made.
  var states: [State] { before.isEmpty ? [] : before.dropFirst() + [read()] }

  /// `onChange` is called before each change, so what is read there is the state before it.
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
