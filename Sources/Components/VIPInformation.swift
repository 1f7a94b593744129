/// The VIP badge and label that an avatar shows.
public struct VIPInformation: Hashable, Sendable {
  /// The kind of badge that is drawn.
  public var badge: Badge
  /// The words beside or inside the badge, also spoken by VoiceOver.
  public var label: String

  /// Creates VIP information.
  public init(badge: Badge, label: String) {
    self.badge = badge
    self.label = label
  }

  /// A kind of badge; an app adds its own as static members.
  public struct Badge: RawRepresentable, Hashable, Sendable {
    /// The kind's name.
    public let rawValue: String

    /// Creates a kind of badge from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The ordinary badge.
    public static let standard = Self(rawValue: "standard")
    /// The better badge.
    public static let gold = Self(rawValue: "gold")
  }
}
