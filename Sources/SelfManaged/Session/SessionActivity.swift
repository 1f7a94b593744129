public import Observation

/// Whether anything of a session, or of one kind in it, is pending.
///
/// ```swift
/// let cart = session.activity(of: QuantityIntent.self)
/// totalLabel.isStale = cart.isPending     // observed; totals are the server's, never computed here
/// await cart.settled()                    // the barrier before checkout
/// ```
///
/// Pending are taps on their way or waiting, outcomes being found out, and reads of a value. Everything
/// here happens on the main actor.
@MainActor @Observable
public final class SessionActivity {
  /// Whether anything is pending; observed, and changed once when it begins and once when it ends.
  public private(set) var isPending = false

  @ObservationIgnored private var count = 0
  @ObservationIgnored private let waiters = Waiters()

  init() {}

  /// Returns when nothing is pending, at once if nothing is, or when the waiting task is cancelled.
  public func settled() async {
    while count > 0, !Task.isCancelled { await waiters.wait() }
  }

  func began() {
    count += 1
    if count == 1 { isPending = true }
  }

  func ended() {
    count -= 1
    guard count == 0 else { return }
    isPending = false
    waiters.resume()
  }
}
