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
@MainActor @Observable
public final class SessionActivity {
  /// Whether anything is pending; observable, and changed once when work begins and once when it
  /// ends.
  public var isPending: Bool {
    isObserved = true
    access(keyPath: \.isPending)
    return count > 0
  }

  @ObservationIgnored private var count = 0
  /// Whether ``isPending`` was ever read; until then no change is published.
  @ObservationIgnored private var isObserved = false
  @ObservationIgnored private var waiters: Waiters?
  /// Sends the intents that can still be undone; called before a task waits.
  @ObservationIgnored var endGrace: (@MainActor () -> Void)?

  init() {}

  /// Returns when nothing is pending, or when the waiting task is canceled.
  ///
  /// If nothing is pending, it returns immediately. Intents that can still be undone are sent first.
  public func settled() async {
    endGrace?()
    let waiters = self.waiters ?? Waiters()
    self.waiters = waiters
    while count > 0, !Task.isCancelled { await waiters.wait() }
  }

  func began() { change(by: 1, from: 0) }

  func ended() {
    change(by: -1, from: 1)
    if count == 0 { waiters?.resume() }
  }

  /// Changes the count, and publishes that if the count was `edge`.
  ///
  /// An observer that is notified of the change may cause the next one, so the count is read after
  /// that.
  private func change(by amount: Int, from edge: Int) {
    guard isObserved, count == edge else { return count += amount }
    withMutation(keyPath: \.isPending) { count += amount }
  }
}
