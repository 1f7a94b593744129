package import Components
package import Foundation
import StorefrontWire

/// A user for a screen.
package struct StorefrontUser: Hashable, Sendable {
  package let id: String
  package let name: String
  /// The address of the picture; `nil` if there is none.
  package let avatar: URL?
  /// The badge; `nil` if there is none.
  package let vip: VIPInformation?

  init(_ body: UserBody, baseURL: URL) {
    id = body.id
    name = body.name
    avatar = body.avatar.flatMap { URL(string: $0, relativeTo: baseURL)?.absoluteURL }
    vip = body.badge.map { VIPInformation(badge: .init(rawValue: $0), label: body.label ?? $0) }
  }
}
