/// The state of the requests for the item that a component is bound to.
///
/// A like button and a number editor publish it as `requestStatus`, beside their `state`:
///
/// ```swift
/// heart.alpha = like.requestStatus.isUncertain ? 0.5 : 1
/// if let words = editor.requestStatus.failure { Text(words) }
/// ```
///
/// All components on one item publish the same status. A component that is bound to no item
/// publishes a status with nothing pending.
public struct RequestStatus: Hashable, Sendable {
  /// Whether a change is in flight or queued.
  public var isPending: Bool
  /// Whether the outcome of a request is unknown, so that the value shown may be rolled back.
  public var isUncertain: Bool
  /// Whether a change waits for the network.
  public var isWaiting: Bool
  /// Whether the value shown may be stale, because a read that it needs has not succeeded yet.
  public var isInDoubt: Bool
  /// The message for the user about the last failed change; `nil` where none failed since the last
  /// tap.
  ///
  /// It is empty where the service gave no message.
  public var failure: String?

  /// Creates a status.
  public init(
    isPending: Bool = false, isUncertain: Bool = false, isWaiting: Bool = false,
    isInDoubt: Bool = false, failure: String? = nil
  ) {
    self.isPending = isPending
    self.isUncertain = isUncertain
    self.isWaiting = isWaiting
    self.isInDoubt = isInDoubt
    self.failure = failure
  }
}
