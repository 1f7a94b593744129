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
  /// The observer that a form sets.
  var observer: FieldObserver? { get }
}

extension ObservedField {
  /// The newest state, read with observation, since a form's check is observable.
  package var current: State { staged ?? state }

  /// Publishes a change and the observer's validation result as one change.
  ///
  /// - Parameters:
  ///   - next: The new state; an equal state publishes nothing.
  ///   - notify: Notifies the observer, if there is one, of the change from the previous state.
  package func publish(_ next: State, _ notify: (FieldObserver, _ previous: State) -> Void) {
    guard staged != nil || observer != nil else {
      if next != unobservedState { state = next }
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
  package func publishAsOneChange<Result>(_ show: () -> Result) -> Result {
    guard staged == nil else { return show() }
    staged = unobservedState
    let result = show()
    if let final = staged {
      staged = nil
      if final != unobservedState { state = final }
    }
    return result
  }
}
