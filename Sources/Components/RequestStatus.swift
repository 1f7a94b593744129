/// The status of the requests for the item that a component is bound to.
///
/// A like button and a number editor publish it as `requestStatus`, in addition to their `state`:
///
/// ```swift
/// heart.alpha = like.requestStatus.isUncertain ? 0.5 : 1
/// if let words = editor.requestStatus.failure { Text(words) }
/// ```
///
/// All components that one session binds to an item publish the same status. A component without a
/// binding publishes `RequestStatus()`.
public struct RequestStatus: Hashable, Sendable {
  /// Whether a change is in flight or queued.
  public var isPending: Bool
  /// Whether the outcome of a request is unknown, so that the displayed value may be rolled back.
  public var isUncertain: Bool
  /// Whether a change waits for the network, or for a busy server that asked to wait.
  public var isWaiting: Bool
  /// Whether the displayed value may be stale, because a required read has not succeeded yet.
  public var isInDoubt: Bool
  /// The message for the user about the last failure, until the next tap on any component that is
  /// bound to the item; `nil` if there is none.
  ///
  /// Without a message from the server, it is an English text for the kind of failure. For another
  /// language, show `requestFailure(in:)` of the component.
  public var failure: String?

  /// Creates a status; by default nothing is pending and nothing failed.
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
