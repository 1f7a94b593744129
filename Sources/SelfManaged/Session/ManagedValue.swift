/// A component's hold on one item: what it shows, and how it says what the person wants.
///
/// `Session.bind` makes one. It lives as long as the component's behaviour holds it, and everything
/// here happens on the main actor. A view that reads whether it is pending, uncertain or waiting, or its
/// failure, is told when that changes; the value comes through `show`.
@MainActor
public final class ManagedValue<Intent: OptimisticIntent> {
  private let session: Session
  private let entity: Entity<Intent>
  private let token: Stamp
  private var isBound = true

  init(session: Session, entity: Entity<Intent>, token: Stamp) {
    self.session = session
    self.entity = entity
    self.token = token
  }

  // A component that is thrown away without being unbound gives its hold up too, soon after. Views
  // may be released on any thread, and an isolated deinit needs a newer OS than ours.
  deinit {
    guard isBound else { return }
    Task { @MainActor [session, entity, token] in
      entity.remove(token)
      withExtendedLifetime(session) {}
    }
  }

  /// What is shown now; not observed.
  public var value: Intent.Value { entity.state.display }

  /// Whether a tap is on its way, or waits to be.
  public var isPending: Bool { entity.status.present.isPending }

  /// Whether nobody knows yet what became of a request, so that what is shown may not hold.
  public var isUncertain: Bool { entity.status.present.isUncertain }

  /// Whether a tap waits for the network.
  public var isWaiting: Bool { entity.status.present.isWaiting }

  /// The last failure, until the next tap on any component bound to the item.
  public var failure: ServiceError? { entity.status.present.failure }

  /// Takes in what the person wants; what is shown changes before this returns.
  ///
  /// - Parameters:
  ///   - intent: What is wanted, decided from ``value``.
  ///   - resolved: Called exactly once, with what became of it; perhaps before this returns.
  public func send(
    _ intent: Intent, resolved: (@MainActor (Resolution<Intent.Value>) -> Void)? = nil
  ) {
    guard isBound else {
      resolved?(.cancelled)
      return
    }
    entity.tap(intent, from: token, resolved: resolved)
  }

  /// Wants again what failed last, on the value that is confirmed now; without a failure, nothing.
  public func retry() {
    guard let intent = entity.state.failure?.intent else { return }
    send(intent)
  }

  /// Returns when nothing is pending on this item.
  public func settled() async { await entity.settled() }

  /// Ends the hold, in this turn: the component is told nothing more.
  ///
  /// Requests go on, and what is queued is still sent.
  public func unbind() {
    guard isBound else { return }
    isBound = false
    entity.remove(token)
  }
}
