/// The name under which a kind of response is posted; unique among all kinds.
///
/// Begin it with your module's name: `"account.log-in"`.
public struct NotificationID: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String

  /// Creates an id from its name.
  public init(rawValue: String) { self.rawValue = rawValue }
}

extension NotificationID: ExpressibleByStringLiteral {
  /// Creates an id from its name.
  public init(stringLiteral value: String) { self.init(rawValue: value) }
}

extension NotificationID: CustomStringConvertible {
  /// The name.
  public var description: String { rawValue }
}
