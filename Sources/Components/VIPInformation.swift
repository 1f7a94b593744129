/// The VIP badge and label that an avatar shows.
public struct VIPInformation: Hashable, Sendable {
  /// The kind of badge that is drawn.
  public var badge: Badge
  /// The text of the badge, which VoiceOver speaks too.
  public var label: String

  /// Creates VIP information.
  public init(badge: Badge, label: String) {
    self.badge = badge
    self.label = label
  }

  /// A kind of badge; an app adds its own kinds as static members.
  public struct Badge: RawRepresentable, Hashable, Sendable {
    /// The name of the kind.
    public let rawValue: String

    /// Creates a kind of badge from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The ordinary badge.
    public static let standard = Self(rawValue: "standard")
    /// The badge of a higher level.
    public static let gold = Self(rawValue: "gold")
  }
}
