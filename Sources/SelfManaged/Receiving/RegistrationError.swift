/// An error because two kinds of response have the same wire type or notification ID.
///
/// ```text
/// Wire type 7 is taken: Chat.Joined and Shop.CartChanged both have it. Give one of them another.
/// ```
public struct RegistrationError: Error, Hashable, Sendable {
  /// The wire type or notification ID that both have.
  public let claim: Claim
  /// The name of the type that was registered first.
  public let first: String
  /// The name of the type that was refused.
  public let second: String

  /// Creates an error.
  public init(_ claim: Claim, first: String, second: String) {
    self.claim = claim
    self.first = first
    self.second = second
  }

  /// A value that two kinds of response can't share.
  public enum Claim: Hashable, Sendable {
    /// A number on the wire.
    case wireType(WireType)
    /// The name under which a kind is posted.
    case notificationID(NotificationID)
  }
}

extension RegistrationError: CustomStringConvertible {
  /// The shared value, the two types, and the fix.
  public var description: String {
    let what =
      switch claim {
      case .wireType(let type): "Wire type \(type)"
      case .notificationID(let id): "Notification id \"\(id)\""
      }
    if first == second {
      return "\(what) is taken: \(first) is registered twice. Remove one registration."
    }
    return "\(what) is taken: \(first) and \(second) both have it. Give one of them another."
  }
}
