/// The reason for the current state of a component.
///
/// Every state a component publishes carries its cause, so that a view can decide how to draw the
/// change without knowing its source. Only ``user`` is drawn with animation.
public enum ChangeCause: Hashable, Sendable, CaseIterable {
  /// The user tapped, or committed a text.
  case user
  /// The server accepted the change and reported a newer value (a count that others changed).
  case confirm
  /// The server accepted the change with another value than the requested one.
  case adjust
  /// The server refused the change, and the state was rolled back.
  case rollback
  /// The value changed outside this component: another device, a push, a newer read.
  case external
  /// The component was configured, or bound to another item.
  case bind

  /// Whether a view should animate a change with this cause.
  public var animates: Bool { self == .user }
}
