/// An error for two kinds of response with the same wire type or notification ID.
///
/// ```text
/// Wire type 7 is already registered: Chat.Joined and Shop.CartChanged both use it. Change one of
/// them.
/// ```
public struct DuplicateResponse: Error, Hashable, Sendable {
  /// The wire type or notification ID that both kinds use.
  package let claim: Claim
  /// The name of the type that was registered first.
  package let first: String
  /// The name of the type that was refused.
  package let second: String

  init(_ claim: Claim, first: String, second: String) {
    self.claim = claim
    self.first = first
    self.second = second
  }

  /// A value that must be unique among all kinds of response.
  package enum Claim: Hashable, Sendable {
    /// The number of a kind on the wire.
    case wireType(WireType)
    /// The name under which responses of a kind are posted.
    case notificationID(NotificationID)
  }
}

extension DuplicateResponse: CustomStringConvertible {
  /// The shared value, the two types, and the fix.
  public var description: String {
    let value =
      switch claim {
      case .wireType(let type): "Wire type \(type)"
      case .notificationID(let id): "Notification ID \"\(id)\""
      }
    if first == second {
      return "\(value) is already registered: \(first) was registered twice. Register it once."
    }
    return "\(value) is already registered: \(first) and \(second) both use it. Change one of them."
  }
}
