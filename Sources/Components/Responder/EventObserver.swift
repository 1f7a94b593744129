/// An observer of all events; it is canceled when it has no closure.
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
/// Canceled observers stay in the list, without their closures, until they are half of it. So
/// canceling all observers takes time in proportion to their number.
@MainActor
struct EventObserverList {
  private(set) var observers: [EventObserver] = []
  private var canceledCount = 0
  /// How many observers were visited to remove canceled ones; tests count this work.
  private(set) var sweptCount = 0

  /// Whether no active observer is left.
  var isEmpty: Bool { observers.count == canceledCount }

  mutating func add(_ observer: EventObserver) { observers.append(observer) }

  /// Records that one of these observers was canceled.
  mutating func noteCanceled() {
    canceledCount += 1
    guard canceledCount * 2 > observers.count else { return }
    sweptCount += observers.count
    // Canceled observers no longer hold a closure of the app, so this releases only the list.
    observers.removeAll { $0.isCanceled }
    canceledCount = 0
  }
}
