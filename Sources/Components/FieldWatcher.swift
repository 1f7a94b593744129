/// An observer of one field, in addition to the callbacks of the app.
///
/// A field has at most one. Validation, in the module `SelfManaged`, sets it when the field is
/// added to a form. All closures are called on the main actor, before the app's own callback. The
/// fields of this package call the watcher before their state shows the change. The change and the
/// watcher's verdict on it are published together, so no observer sees a new text with the failure
/// of an old one.
public struct FieldWatcher {
  /// Called after each change of the value.
  public var changed: @MainActor (Origin) -> Void
  /// Called each time editing ends, whether the value was changed or not.
  public var editingEnded: @MainActor () -> Void
  /// Called when the field has to be displayed again: its title changed, or it was reconfigured.
  public var reshown: @MainActor () -> Void
  /// Called once, when another watcher replaces this one.
  public var replaced: @MainActor () -> Void

  /// Creates a watcher.
  public init(
    changed: @escaping @MainActor (Origin) -> Void,
    editingEnded: @escaping @MainActor () -> Void = {},
    reshown: @escaping @MainActor () -> Void = {},
    replaced: @escaping @MainActor () -> Void = {}
  ) {
    self.changed = changed
    self.editingEnded = editingEnded
    self.reshown = reshown
    self.replaced = replaced
  }

  /// The origin of a change.
  public enum Origin: Hashable, Sendable {
    /// The user: a keystroke, a choice.
    case person
    /// The app: a configured field, a value from the server.
    case app
  }
}
