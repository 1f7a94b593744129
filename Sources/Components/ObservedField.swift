/// A field whose changes are published together with the validation result of its observer.
///
/// The observer is notified of a change before it is published, and adds its result by calling
/// `show` on the field. Both become one change of `state`, so no observer sees a new value with the
/// failure of an old one.
@MainActor
package protocol ObservedField: AnyObject {
  /// The state that a view draws.
  associatedtype State: Equatable
  /// The published state.
  var state: State { get set }
  /// The newest state: the published one, or a change that is not published yet.
  ///
  /// It is read without observation, since a tap is not a view that draws.
  var unobservedState: State { get }
  /// The change that is not published yet; the observer adds its validation result to it.
  var staged: State? { get set }
  /// Whether a change is not published yet.
  var isStaging: Bool { get }
  /// The observer that a form sets.
  var observer: FieldObserver? { get }

  /// Whether two states are the same, so that nothing has to be published.
  static func isSame(_ former: State, _ next: State) -> Bool
}

/// Whether a value is the same as before.
///
/// Equal texts may consist of different characters in Unicode, which a rule distinguishes. A value
/// that is unequal to itself, such as NaN, is the same as another such value.
package func isUnchanged<Value: Equatable>(_ former: Value, _ next: Value) -> Bool {
  if let former = former as? String, let next = next as? String {
    return former.utf8.elementsEqual(next.utf8)
  }
  return former == next || former != former && next != next
}

extension ObservedField {
  package static func isSame(_ former: State, _ next: State) -> Bool { former == next }

  package var isStaging: Bool { staged != nil }

  /// The newest state, read with observation, since a form's check is observable.
  package var current: State { staged ?? state }

  /// Publishes a change and the observer's validation result as one change.
  ///
  /// - Parameters:
  ///   - next: The new state; an equal state publishes nothing.
  ///   - notify: Notifies the observer, if there is one, of the change from the previous state.
  package func publish(_ next: State, _ notify: (FieldObserver, _ previous: State) -> Void) {
    guard isStaging || observer != nil else {
      if !Self.isSame(unobservedState, next) { state = next }
      return
    }
    publishAsOneChange {
      let previous = unobservedState
      staged = next
      if let observer { notify(observer, previous) }
    }
  }

  /// Publishes all changes that `show` makes as one change, so that no observer sees a state in
  /// between.
  ///
  /// Observation notifies before a change. A change that an observer makes then is published after
  /// this one, which would otherwise replace it.
  package func publishAsOneChange<Result>(_ show: () -> Result) -> Result {
    guard !isStaging else { return show() }
    staged = unobservedState
    let result = show()
    while let next = staged.take() {
      guard !Self.isSame(unobservedState, next) else { break }
      staged = next
      state = next
    }
    return result
  }
}
