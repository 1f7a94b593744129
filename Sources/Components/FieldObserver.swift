/// An observer of one field, in addition to the app's own callbacks.
///
/// A field has at most one observer. A form, in the module `SelfManaged`, sets the observer when
/// the field is added. All closures are called on the main actor, before the app's own callback.
/// The fields of this package call the observer before their state shows the change. They publish
/// the change and its validation result together, so no view sees a new text with the failure of
/// the previous text.
public struct FieldObserver {
  /// Called once for each change of the value.
  public var changed: @MainActor (Origin) -> Void
  /// Called each time editing ends, whether the value was changed or not.
  ///
  /// A selection, a plus, a minus, and a change of a ``ValueField`` without the focus end editing
  /// too.
  public var editingEnded: @MainActor () -> Void
  /// Called when the form has to show its status again: the field's title changed, or the field was
  /// reconfigured.
  public var needsDisplay: @MainActor () -> Void
  /// Called once, when another observer replaces this one.
  public var replaced: @MainActor () -> Void

  /// Creates an observer.
  public init(
    changed: @escaping @MainActor (Origin) -> Void,
    editingEnded: @escaping @MainActor () -> Void = {},
    needsDisplay: @escaping @MainActor () -> Void = {},
    replaced: @escaping @MainActor () -> Void = {}
  ) {
    self.changed = changed
    self.editingEnded = editingEnded
    self.needsDisplay = needsDisplay
    self.replaced = replaced
  }

  /// The origin of a change of the value.
  public enum Origin: Hashable, Sendable {
    /// The user, for example by a keystroke or a choice.
    case user
    /// The app, for example by configuring the field or showing a value from the server.
    case app
  }
}
