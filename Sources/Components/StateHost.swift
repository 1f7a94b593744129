/// A component whose changes are shown one after another.
///
/// Observation notifies before a change, and an observer may cause another change then. That change
/// starts from the newest state, and is published after the change that the observer is notified
/// of, which would otherwise replace it.
@MainActor
package protocol StateHost: AnyObject {
  /// The state that a view draws.
  associatedtype State: Equatable
  /// The published state.
  var state: State { get }
  /// The published state, read without observation.
  var publishedState: State { get }
  /// The newest state: the published one, or a change that is not published yet.
  ///
  /// It is read without observation, since a tap is not a view that draws.
  var newestState: State { get set }
  /// Whether changes are being prepared or published.
  var publishing: Publishing { get set }

  /// Publishes a state.
  func setState(_ next: State)
}

/// Whether changes of a component are being prepared or published.
package enum Publishing {
  /// No change is being prepared or published.
  case no
  /// Changes are being prepared or published.
  case once
  /// Changes are being prepared or published, and another change was made meanwhile.
  case again
}

extension StateHost {
  /// Publishes a state, after the one that is being published; an equal state publishes nothing.
  package func replaceState(with next: State) {
    guard newestState != next else { return }
    newestState = next
    guard publishing == .no else { return publishing = .again }
    publishNewest()
  }

  /// Publishes all changes that `show` makes as one change, so that no observer sees a state in
  /// between.
  package func publishAsOneChange<Result>(_ show: () -> Result) -> Result {
    guard publishing == .no else { return show() }
    publishing = .once
    let result = show()
    if isPublishedAgain { publishNewest() } else { publishing = .no }
    return result
  }

  /// Whether a change was made meanwhile, and not reverted.
  private var isPublishedAgain: Bool {
    publishing == .again && publishedState != newestState
  }

  /// Publishes the newest state, and then the changes that were made meanwhile.
  private func publishNewest() {
    repeat {
      publishing = .once
      setState(newestState)
    } while isPublishedAgain
    publishing = .no
  }
}
