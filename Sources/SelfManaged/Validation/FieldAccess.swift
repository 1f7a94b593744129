public import Components

/// Closures that read and display an object, so that an object of any type can be a field.
///
/// ```swift
/// form.add(
///   datePicker, key: "birthday",
///   through: FieldAccess(
///     title: { _ in "Birthday" }, value: { $0.date },
///     show: { picker, status in picker.setError(status.text) }),
///   [.range(...Date.now)])
/// ```
///
/// The object's type is neither subclassed nor extended. All closures are called on the main actor
/// and receive the object, so they need not capture it. A closure that captures the object keeps it
/// alive as long as the form.
public struct FieldAccess<Object: AnyObject, Value: Equatable & Sendable> {
  /// The name of the field, for messages.
  public var title: @MainActor (Object) -> String
  /// The current value.
  public var value: @MainActor (Object) -> Value
  /// Shows the failure and whether an async rule is pending; called when the status changes.
  public var show: @MainActor (Object, FieldStatus) -> Void
  /// Moves the focus to the field; called for the first failing field of a submit.
  public var focus: @MainActor (Object) -> Void
  /// Commits the text that is being edited; called when a submit begins.
  ///
  /// Only a field whose value changes when editing ends needs this closure.
  public var commit: @MainActor (Object) -> Void
  /// Connects the watcher that reports changes; called once, when the field is added.
  ///
  /// Without this closure, call `changed(_:)` and `editingEnded(_:)` on the form.
  public var watch: @MainActor (Object, FieldWatcher) -> Void
  /// The object's current key, if the object defines its own.
  var key: (@MainActor (Object) -> String)?

  /// Creates an access; only the title and the value are required.
  public init(
    title: @escaping @MainActor (Object) -> String,
    value: @escaping @MainActor (Object) -> Value,
    show: @escaping @MainActor (Object, FieldStatus) -> Void = { _, _ in },
    focus: @escaping @MainActor (Object) -> Void = { _ in },
    commit: @escaping @MainActor (Object) -> Void = { _ in },
    watch: @escaping @MainActor (Object, FieldWatcher) -> Void = { _, _ in }
  ) {
    self.title = title
    self.value = value
    self.show = show
    self.focus = focus
    self.commit = commit
    self.watch = watch
  }
}
