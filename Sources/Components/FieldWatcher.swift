/// What is plugged into a field to be told what happens to it, beside the callbacks of the app.
///
/// A field has one at most; validation, in the module `SelfManaged`, plugs it in when the field is
/// added to a form. All of it is called on the main actor, before the app's own callback. The
/// fields of this package call it before their state shows the change, and show what it makes of
/// the change together with it, so that no observer sees a new text beside the failure of an old
/// one.
public struct FieldWatcher {
  /// Called after each change of the value.
  public var changed: @MainActor (Origin) -> Void
  /// Called each time when editing ends, whether the value was changed or not.
  public var editingEnded: @MainActor () -> Void
  /// Called when what was shown of the field has to be shown anew: it has another title, or was
  /// configured from its beginning.
  public var reshown: @MainActor () -> Void
  /// Called once, when another watcher is plugged in in its place.
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

  /// Who changed a value.
  public enum Origin: Hashable, Sendable {
    /// The person using the app: a keystroke, a choice.
    case person
    /// The app: a field that was configured, a value from the server.
    case app
  }
}
