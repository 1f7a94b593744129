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
  var state: State { get set }
  /// The newest state: the published one, or a change that is not published yet.
  ///
  /// It is read without observation, since a tap is not a view that draws.
  var unobservedState: State { get }
  /// The newest state while changes are being prepared or published; else `nil`.
  var staged: State? { get set }
  /// Whether changes are being prepared or published.
  var isStaging: Bool { get }
  /// Whether ``staged`` is to be published next.
  ///
  /// Comparing it with the published state cannot decide this: a state may be unequal to itself.
  var hasStagedChange: Bool { get set }

  /// Publishes a state, after the one that is being published; an equal state publishes nothing.
  func replaceState(with next: State)
  /// Whether two states are the same, so that nothing has to be published.
  static func isSame(_ former: State, _ next: State) -> Bool
}

extension StateHost {
  package static func isSame(_ former: State, _ next: State) -> Bool { former == next }

  package var isStaging: Bool { staged != nil }

  package func replaceState(with next: State) {
    guard !Self.isSame(unobservedState, next) else { return }
    let isNested = isStaging
    staged = next
    guard !isNested else { return hasStagedChange = true }
    state = next
    publishStaged()
  }

  /// Publishes all changes that `show` makes as one change, so that no observer sees a state in
  /// between.
  package func publishAsOneChange<Result>(_ show: () -> Result) -> Result {
    guard !isStaging else { return show() }
    staged = unobservedState
    let result = show()
    publishStaged()
    return result
  }

  /// Publishes the changes that were made meanwhile, one after another.
  func publishStaged() {
    while hasStagedChange {
      hasStagedChange = false
      guard let next = staged.take(), !Self.isSame(unobservedState, next) else { break }
      staged = next
      state = next
    }
    staged = nil
  }
}
