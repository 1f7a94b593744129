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
  /// The item, if its kind has a core of its own; ``KindOf`` says why there are two cores.
  private let specialized: Entity<Intent>?
  /// The bound item, if its kind shares the core for any intent.
  private let boundErased: Entity<AnyIntent>?
  private let token: LogicalTime
  private var isBound = true

  init(
    _ session: Session, _ item: Entity<Intent>?, erased: Entity<AnyIntent>?, token: LogicalTime
  ) {
    (self.session, specialized, boundErased, self.token) = (session, item, erased, token)
  }

  /// The item that the bound one has become; the answers of this package's kinds name no ID.
  private var erased: Entity<AnyIntent>? { boundErased?.current }

  /// The item in the core for any intent; only used if there is no ``specialized`` one.
  private var item: Entity<AnyIntent> { boundErased.unsafelyUnwrapped.current }

  // A component that is released without being unbound is unbound soon after. Views may be released
  // on any thread, and an isolated deinit needs a newer OS than the deployment target.
  deinit {
    guard isBound else { return }
    Task { @MainActor [session, specialized, boundErased, token] in
      specialized?.remove(token)
      boundErased?.current.remove(token)
      withExtendedLifetime(session) {}
    }
  }

  /// The item's ID.
  var itemID: String { specialized?.id ?? item.id }

  /// The status of the item's requests, as a component publishes it; observable.
  ///
  /// While `isInDoubt` is `true`, a read that the value needs has not succeeded yet. The read is
  /// repeated after the policy's delays, and again by ``Session/flush()``, the next tap, and the
  /// next component that binds. A complete report that is newer ends the doubt as well.
  public var status: RequestStatus { itemStatus.requests }

  private var itemStatus: ItemStatus { specialized?.status ?? item.status }

  /// Reads the value, at most once in an interval, since a learned limit stops the user.
  func checkLimit() { specialized?.process(.checkLimit) ?? item.process(.checkLimit) }

  /// The displayed value; not observable.
  public var value: Intent.Value {
    @_specialize(where Intent == LikeIntent)  // Otherwise the app reads it unspecialized.
    @_specialize(where Intent == QuantityIntent)
    get { if let specialized { specialized.display } else { typed(item.display) } }
  }

  /// The server's last known value; not observable.
  var confirmed: Intent.Value {
    if let specialized { specialized.state.confirmed } else { typed(item.state.confirmed) }
  }

  /// The value if the in-flight mutation succeeds; not observable.
  var predicted: Intent.Value {
    if let specialized { specialized.predicted } else { typed(item.predicted) }
  }

  private func typed(_ value: AnyValue) -> Intent.Value { value.base(of: Intent.self) }

  /// The last failure, until the next tap on any component bound to the item; observable.
  public var failure: ServiceError? { itemStatus.failure }

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
      debugMessage("Tap on \(itemID): \(ServiceError.sessionEnded.debugMessage)")
    }
    if let specialized { return specialized.tap(intent, from: token, resolved: resolved) }
    var report: (@MainActor (Resolution<AnyValue>) -> Void)?
    if let resolved { report = { resolved($0.map { $0.base(of: Intent.self) }) } }
    intent.reportIfNotAbsolute(on: item.state.display.base(of: Intent.self))
    item.tap(AnyIntent(intent, on: item.state.display), from: token, resolved: report)
  }

  /// Sends the last failed intent again, as a tap on the displayed value; without a failure, does
  /// nothing.
  public func retry() {
    if let failedIntent { send(failedIntent) }
  }

  /// The last intent that failed.
  var failedIntent: Intent? {
    if let specialized { return specialized.state.failure?.intent }
    return item.state.failure?.intent.base(of: Intent.self)
  }

  /// Undoes the last tap that removed the value, until the next tap on the item.
  ///
  /// While the removal waits for the grace period or the network, it is dropped and nothing is
  /// sent. Later, the former value is restored with a new intent, which the server may adjust or
  /// refuse. Without such a tap, or without ``OptimisticPolicy/grace``, does nothing.
  public func undo() {
    guard isBound else { return }
    specialized?.undo(from: token)
    erased?.undo(from: token)
  }

  /// Returns when nothing is pending on this item, or when the waiting task is canceled.
  ///
  /// An intent that can still be undone is sent first.
  public func settled() async {
    await specialized?.settled()
    await erased?.settled()
  }

  func endBinding(to entity: AnyObject) -> LogicalTime? {
    guard isBound else { return nil }
    unbind()
    return specialized === entity || erased === entity ? token : nil
  }

  /// Ends the binding synchronously: the component is not notified again.
  ///
  /// Requests continue, and the queued intent is still sent.
  public func unbind() {
    isBound = false
    specialized?.remove(token)
    erased?.remove(token)
  }
}

extension Entity {
  // The state inlines these two. Unspecialized, they would be inlined into the binding's, which would
  // then look up their types for every kind.
  fileprivate var display: Intent.Value { state.display }
  fileprivate var predicted: Intent.Value { state.predicted }
}

/// The interface of a binding, whatever its intent.
@MainActor
protocol AnyItemBinding: ComponentBinding {
  /// The last failure, until the next tap on the item.
  var failure: ServiceError? { get }

  /// Ends the binding in favor of another one of the component.
  ///
  /// - Returns: The token, if the binding was to this entity.
  func endBinding(to entity: AnyObject) -> LogicalTime?
}

extension RequestStatus {
  /// The message about the last failure, in a language; words that are not the session's stay.
  @MainActor
  func failure(of binding: (any ComponentBinding)?, in language: MessageLanguage) -> String? {
    guard let failure else { return nil }
    return (binding as? any AnyItemBinding)?.failure?.message(in: language) ?? failure
  }
}
