/// A field whose changes are published together with the validation result of its observer.
///
/// The observer is notified of a change before it is published, and adds its result by calling
/// `show` on the field. Both become one change of `state`, so no observer sees a new value with the
/// failure of an old one.
@MainActor
package protocol ObservedField: StateHost {
  /// The observer that a form sets.
  var observer: FieldObserver? { get }
}

/// Whether a value is the same as before.
///
/// Equal texts may consist of different characters in Unicode, which a rule distinguishes. So texts
/// are compared by their bytes. Swift's comparison takes time in proportion to the square of the
/// number of combining marks, and a user can paste any number of them. A value that is unequal to
/// itself, such as NaN, is unchanged if its bytes are.
package func isUnchanged<Value: Equatable>(_ former: Value, _ next: Value) -> Bool {
  if let former = former as? String, let next = next as? String {
    return former.utf8.count == next.utf8.count && former.utf8.elementsEqual(next.utf8)
  }
  return former == next || former != former && hasSameBytes(former, next)
}

/// Whether two values are equal, in time that does not depend on the combining marks of a text.
///
/// Texts of more than 1,000 Unicode scalars are equal only if their bytes are.
package func isEqual<Value: Equatable>(_ first: Value, _ second: Value) -> Bool {
  guard let text = first as? String, let other = second as? String else { return first == second }
  if isUnchanged(text, other) { return true }
  let isShort = [text, other].allSatisfy { $0.unicodeScalars.prefix(1_001).count <= 1_000 }
  return isShort && text == other
}

private func hasSameBytes<Value>(_ first: Value, _ second: Value) -> Bool {
  withUnsafeBytes(of: first) { first in
    withUnsafeBytes(of: second) { first.elementsEqual($0) }
  }
}

extension ObservedField {
  /// The newest state, read with observation, since a form's check is observable.
  package var current: State {
    _ = state  // Registers the access.
    return newestState
  }

  /// Publishes a change and the observer's validation result as one change.
  ///
  /// - Parameters:
  ///   - next: The new state; an equal state publishes nothing.
  ///   - notify: Notifies the observer, if there is one, of the change from the previous state.
  package func publish(_ next: State, _ notify: (FieldObserver, _ previous: State) -> Void) {
    guard let observer else { return replaceState(with: next) }
    publishAsOneChange {
      let previous = newestState
      replaceState(with: next)
      notify(observer, previous)
    }
  }
}
