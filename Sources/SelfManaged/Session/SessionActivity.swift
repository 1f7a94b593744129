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
    isObserved = true
    return pending.value > 0
  }

  /// The number of busy items.
  private let pending = ReentrantValue(0)
  /// Whether ``isPending`` was ever read; until then no change is published.
  private var isObserved = false
  private var waiters: Waiters?
  /// Sends the intents that can still be undone; called before a task waits.
  var endGrace: (@MainActor () -> Void)?

  init() {}

  /// Returns when nothing is pending, or when the waiting task is canceled.
  ///
  /// If nothing is pending, it returns immediately. Intents that can still be undone are sent first.
  public func settled() async {
    endGrace?()
    let waiters = self.waiters ?? Waiters()
    self.waiters = waiters
    while pending.unobserved > 0, !Task.isCancelled { await waiters.wait() }
  }

  func began() { change(by: 1, from: 0) }

  func ended() {
    change(by: -1, from: 1)
    if pending.unobserved == 0 { waiters?.resume() }
  }

  /// Changes the number of busy items, and publishes that if it was `edge`.
  private func change(by amount: Int, from edge: Int) {
    let isPublished = isObserved && pending.unobserved == edge
    if isPublished { pending.change { $0 += amount } } else { pending.unobserved += amount }
  }
}
