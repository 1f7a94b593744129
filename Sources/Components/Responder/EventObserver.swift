/// A token that cancels an observer of all events.
///
/// Discarding the token does not cancel the observer: it stays until ``cancel()`` is called.
public struct EventObservation: Sendable {
  let observer: EventObserver

  /// Cancels the observer: it is not called again, not even for the event that is being delivered.
  ///
  /// A second call does nothing. The average cost does not depend on the number of observers.
  @MainActor
  public func cancel() { EventRouting.cancel(observer) }
}

/// An observer of all events; without a closure it is canceled.
@MainActor
final class EventObserver {
  private(set) var notify: (@MainActor (ResponderEvent, EventResult) -> Void)? {
    didSet { releaseAfterAccess(oldValue) }
  }

  init(_ notify: @escaping @MainActor (ResponderEvent, EventResult) -> Void) {
    self.notify = notify
  }

  var isCanceled: Bool { notify == nil }

  func cancel() { notify = nil }
}

/// The observers of all events, in the order of their registration.
///
/// Canceled observers stay in the list, without their closures, until they are more than half of
/// it. Canceling all observers therefore takes linear time.
@MainActor
struct EventObserverList {
  private(set) var observers: [EventObserver] = []
  private var canceledCount = 0
  /// The number of observers visited to remove canceled ones; tests check this cost.
  private(set) var sweptCount = 0

  /// Whether all observers are canceled.
  var isEmpty: Bool { observers.count == canceledCount }

  mutating func add(_ observer: EventObserver) { observers.append(observer) }

  /// Records that one of these observers was canceled.
  mutating func noteCanceled() {
    canceledCount += 1
    guard canceledCount * 2 > observers.count else { return }
    sweptCount += observers.count
    // Canceled observers have no closure, so removing them releases no value of the app.
    observers.removeAll { $0.isCanceled }
    canceledCount = 0
  }
}
