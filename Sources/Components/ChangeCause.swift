/// Why a component shows what it shows now.
///
/// Every state a component publishes carries its cause, so that a view can decide how to draw the
/// change without knowing where it came from. Only ``user`` is drawn with animation.
public enum ChangeCause: Hashable, Sendable, CaseIterable {
  /// The person using the app tapped, or committed a text.
  case user
  /// The server accepted the change, and told something new about it (a count that others moved).
  case confirm
  /// The server accepted the change, but gave another value than was asked for.
  case adjust
  /// The server refused the change, and what was shown before is shown again.
  case rollback
  /// The value changed elsewhere: another device, a push, a newer read.
  case external
  /// The component was configured, or bound to another item.
  case bind

  /// Whether a view should animate a change with this cause.
  public var animates: Bool { self == .user }
}
