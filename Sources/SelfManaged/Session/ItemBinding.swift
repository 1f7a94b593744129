public import Components

/// A component's binding to one item: the value to show, and the way to send the user's intents.
///
/// `Session.bind` creates it. It lives as long as the component's behavior retains it, and retains
/// the session. If it is released without ``unbind()``, it is unbound soon after. Everything here
/// happens on the main actor. ``status`` and ``failure`` are observable. The value arrives through
/// `show`.
@MainActor
public final class ItemBinding<Intent: OptimisticIntent>: AnyItemBinding {
  private let session: Session
  private let item: BoundItem<Intent>
  private let token: LogicalTime
  private var isBound = true

  init(session: Session, item: BoundItem<Intent>, token: LogicalTime) {
    self.session = session
    self.item = item
    self.token = token
  }

  // A component that is released without being unbound is unbound soon after. Views may be released
  // on any thread, and an isolated deinit needs a newer OS than the deployment target.
  deinit {
    guard isBound else { return }
    Task { @MainActor [session, item, token] in
      item.remove(token)
      withExtendedLifetime(session) {}
    }
  }

  /// The item's ID.
  var itemID: String { item.id }

  /// The status of the item's requests, as a component publishes it; observable.
  ///
  /// While `isInDoubt` is `true`, a read that the value needs has not succeeded yet. The read is
  /// repeated after the policy's delays, and again by ``Session/flush()`` and by the next component
  /// that binds. A complete reply or push ends the doubt as well.
  public var status: RequestStatus { RequestStatus(item.status) }

  /// The displayed value; not observable.
  public var value: Intent.Value {
    @_specialize(where Intent == LikeIntent)  // Otherwise the app reads it unspecialized.
    @_specialize(where Intent == QuantityIntent)
    get { item.value }
  }

  /// The server's last known value; not observable.
  var confirmed: Intent.Value { item.confirmed }

  /// The value if the in-flight mutation succeeds; not observable.
  var predicted: Intent.Value { item.predicted }

  /// The last failure, until the next tap on any component bound to the item; observable.
  public var failure: ServiceError? { item.status.failure }

  /// Sends an intent; the displayed value changes before this returns.
  ///
  /// If the session has ended, nothing is sent and the value stays. The component is shown a change
  /// whose `failure` is ``ServiceError/sessionEnded``, ``failure`` keeps it, and debug builds write
  /// a message. Bind the component to the new session. After ``unbind()`` the component is not
  /// notified.
  ///
  /// - Parameters:
  ///   - intent: The user's change, decided from ``value``.
  ///   - resolved: Called exactly once with the outcome, perhaps before this returns. An intent that
  ///     is sent after ``unbind()`` or after the end of the session is ``Resolution/canceled``; an
  ///     earlier one still has its outcome after ``unbind()``.
  @_specialize(where Intent == LikeIntent)  // Otherwise the app calls it unspecialized.
  @_specialize(where Intent == QuantityIntent)
  public func send(
    _ intent: Intent, resolved: (@MainActor (Resolution<Intent.Value>) -> Void)? = nil
  ) {
    guard isBound else {
      resolved?(.canceled)
      return
    }
    if session.hasEnded {
      debugMessage("Tap on \(item.id): \(ServiceError.sessionEnded.debugMessage)")
    }
    item.tap(intent, from: token, resolved: resolved)
  }

  /// Sends the last failed intent again, as a tap on the displayed value; without a failure, does
  /// nothing.
  public func retry() {
    if let failedIntent { send(failedIntent) }
  }

  /// The last intent that failed.
  var failedIntent: Intent? { item.failedIntent }

  /// Undoes the last tap that removed the value, until the next tap on the item.
  ///
  /// While the removal waits for the grace period or the network, it is dropped and nothing is
  /// sent. Later, the former value is restored with a new intent, which the server may adjust or
  /// refuse. Without such a tap, or without ``OptimisticPolicy/grace``, does nothing.
  public func undo() {
    if isBound { item.undo(from: token) }
  }

  /// Returns when nothing is pending on this item, or when the waiting task is canceled.
  ///
  /// An intent that can still be undone is sent first.
  public func settled() async { await item.settled() }

  func endBinding(to entity: AnyObject) -> LogicalTime? {
    guard isBound else { return nil }
    unbind()
    return item.entity === entity ? token : nil
  }

  /// Ends the binding synchronously: the component is not notified again.
  ///
  /// Requests continue, and the queued intent is still sent.
  public func unbind() {
    isBound = false
    item.remove(token)
  }
}

extension RequestStatus {
  fileprivate init(_ status: ItemStatus.Snapshot) {
    self.init(
      isPending: status.isPending, isUncertain: status.isUncertain, isWaiting: status.isWaiting,
      isInDoubt: status.isInDoubt, failure: status.failure?.message)
  }
}

/// The interface of a binding, whatever its intent.
@MainActor
protocol AnyItemBinding: AnyObject {
  /// Ends the binding in favor of another one of the component.
  ///
  /// - Returns: The token, if the binding was to this entity.
  func endBinding(to entity: AnyObject) -> LogicalTime?
}
