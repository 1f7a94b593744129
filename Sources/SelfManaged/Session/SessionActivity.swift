public import Observation

/// The pending work of a session, or of one kind of item in it.
///
/// ```swift
/// let cart = session.activity(of: QuantityIntent.self)
/// totalLabel.isStale = cart.isPending     // observed; totals are the server's, never computed here
/// await cart.settled()                    // the barrier before checkout
/// ```
///
/// In-flight and queued taps, unknown outcomes and reads of a value are pending. Everything here
/// happens on the main actor.
@MainActor
public final class SessionActivity: Observable {
  /// Whether anything is pending; observable, and changed once when work begins and once when it
  /// ends.
  public var isPending: Bool {
    if !isObserved {
      isObserved = true
      pending.unobserved = count > 0
    }
    return pending.value
  }

  /// The number of busy items.
  private var count = 0
  private let pending = ReentrantValue(false)
  /// Whether ``isPending`` was ever read; until then no change is published.
  private var isObserved = false
  private var waiters: Waiters?
  /// Sends the intents that can still be undone.
  private var endGrace: (@MainActor () -> Void)?

  init() {}

  /// Returns when nothing is pending, or when the waiting task is canceled.
  ///
  /// If nothing is pending, it returns immediately. Intents that can still be undone are sent first.
  public func settled() async {
    endGrace?()
    let waiters = self.waiters ?? Waiters()
    self.waiters = waiters
    await waiters.wait { count > 0 }
  }

  /// Sends the intents of some stores that can still be undone before a task waits.
  func endGrace(in session: Session, of stores: @escaping @MainActor (Session) -> [any AnyStore]) {
    endGrace = { [weak session] in
      guard let session else { return }
      for store in stores(session) { store.endGrace() }
      withExtendedLifetime(session) {}  // A service may release the session.
    }
  }

  func began() { change(by: 1) }

  func ended() {
    change(by: -1)
    if count == 0 { waiters?.resume() }
  }

  /// Changes the number of busy items, and publishes whether there are any.
  private func change(by amount: Int) {
    count += amount
    if isObserved, pending.unobserved != (count > 0) { pending.change { count > 0 } }
  }
}
