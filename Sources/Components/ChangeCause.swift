/// The reason for the current state of a component.
///
/// Each state of a like button or a number editor contains its cause, so that a view can decide how
/// to draw the change. Only a change with the cause ``user`` is animated.
public enum ChangeCause: Hashable, Sendable, CaseIterable {
  /// The user tapped or committed a text.
  case user
  /// The server accepted the change and reported a newer value, such as a count that other users
  /// changed.
  case confirm
  /// The server or a learned limit changed the user's intent, for example clamped it, so the value
  /// differs from the requested one.
  ///
  /// A number that an editor's own rules clamp is a change by the ``user``.
  case adjust
  /// The change failed or its session ended, and the state was rolled back.
  case rollback
  /// The value changed elsewhere: by another device, a push, or a newer read.
  case external
  /// The component was configured or bound, perhaps to the same item again.
  case bind

  /// Whether a view should animate a change with this cause; `true` only for ``user``.
  public var animates: Bool { self == .user }
}
