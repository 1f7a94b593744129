/// The name under which responses of one kind are posted, unique among all kinds.
///
/// Begin the name with that of your module: `"account.log-in"`.
public struct NotificationID: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String

  /// Creates an ID from its name.
  public init(rawValue: String) { self.rawValue = rawValue }
}

extension NotificationID: ExpressibleByStringLiteral {
  /// Creates an ID from its name.
  public init(stringLiteral value: String) { self.init(rawValue: value) }
}

extension NotificationID: CustomStringConvertible {
  /// The name.
  public var description: String { rawValue }
}
