public import Components

/// The closures that make an object of any type a field of a form.
///
/// ```swift
/// form.add(
///   datePicker, key: "birthday",
///   through: FieldAccess(
///     title: { _ in "Birthday" }, value: { $0.date },
///     show: { picker, status in picker.setError(status.text) }),
///   [.inRange(...Date.now)])
/// ```
///
/// The object's type needs no subclass and no extension. All closures are called on the main actor.
/// They receive the object and need not capture it. A closure that captures the object keeps it
/// alive while the field is in the form.
public struct FieldAccess<Object: AnyObject, Value: Equatable & Sendable> {
  let title: @MainActor (Object) -> String
  let value: @MainActor (Object) -> Value
  package var show: @MainActor (Object, FieldStatus) -> Void
  let focus: @MainActor (Object) -> Void
  let commit: @MainActor (Object) -> Void
  let observe: @MainActor (Object, FieldObserver) -> Void
  /// Replaces the value, as the user does; `nil` if the form can't.
  var replace: (@MainActor (Object, Value) -> Void)?
  /// Returns the object's key; `nil` if the object has no key.
  var key: (@MainActor (Object) -> String)?

  /// Creates the closures; only the title and the value are required.
  ///
  /// - Parameters:
  ///   - title: Returns the field's title, for messages.
  ///   - value: Returns the current value; called often, at checks and events of the form.
  ///   - show: Shows the failure, and whether an async check is pending. Called when the field is
  ///     added, each time its status changes, and with an empty status when the field is removed.
  ///   - focus: Moves the focus to the field; called on a failed submit, for the first failing field.
  ///   - commit: Commits the text that is being edited; called when a submit begins, unless the field
  ///     is disabled. Needed only if the value changes when editing ends.
  ///   - observe: Connects the observer that reports changes; called once each time the field is
  ///     added. Without this closure, call ``ValidationManager/changed(_:)`` and
  ///     ``ValidationManager/editingEnded(_:)``; the form then notices the object's release only at
  ///     its next event.
  public init(
    title: @escaping @MainActor (Object) -> String,
    value: @escaping @MainActor (Object) -> Value,
    show: @escaping @MainActor (Object, FieldStatus) -> Void = { _, _ in },
    focus: @escaping @MainActor (Object) -> Void = { _ in },
    commit: @escaping @MainActor (Object) -> Void = { _ in },
    observe: @escaping @MainActor (Object, FieldObserver) -> Void = { _, _ in }
  ) {
    self.title = title
    self.value = value
    self.show = show
    self.focus = focus
    self.commit = commit
    self.observe = observe
  }
}
