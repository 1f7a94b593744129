public import Components
public import Foundation

/// A user for a screen.
public struct StorefrontUser: Hashable, Sendable {
  /// The user's ID.
  public let id: String
  /// The user's name.
  public let name: String
  /// The address of the picture; `nil` if there is none.
  public let avatar: URL?
  /// The badge; `nil` if there is none.
  public let vip: VIPInformation?

  init(_ body: UserBody, baseURL: URL) {
    id = body.id
    name = body.name
    avatar = body.avatar.flatMap { URL(string: $0, relativeTo: baseURL)?.absoluteURL }
    vip = body.vip.map { VIPInformation(badge: .init(rawValue: $0.badge), label: $0.label) }
  }
}
