public import Components

/// How a form reads an object and points at it, so that an object of any type can be a field.
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
/// The type is neither subclassed nor extended. All closures are called on the main actor and are
/// given the object, so they need not capture it; one that does keeps it alive as long as the form.
public struct FieldAccess<Object: AnyObject, Value: Equatable & Sendable> {
  /// The name of the field, for messages.
  public var title: @MainActor (Object) -> String
  /// The present value.
  public var value: @MainActor (Object) -> Value
  /// Shows what is wrong, and whether somebody is being asked; called when that changes.
  public var show: @MainActor (Object, FieldStatus) -> Void
  /// Gives the field the focus; called for the first failing field of a submit.
  public var focus: @MainActor (Object) -> Void
  /// Takes in what is being typed and is not the value yet; called as a submit begins.
  ///
  /// Only a field whose value changes when editing ends needs it.
  public var commit: @MainActor (Object) -> Void
  /// Plugs in what is to be told of changes; called once, when the field is added.
  ///
  /// Without it, say `changed(_:)` and `editingEnded(_:)` to the form.
  public var watch: @MainActor (Object, FieldWatcher) -> Void
  /// What the object is called in code by now, where it can say so itself.
  var key: (@MainActor (Object) -> String)?

  /// Creates an access; only title and value are needed.
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
