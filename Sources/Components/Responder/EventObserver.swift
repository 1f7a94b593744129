/// One observer of all events; without a closure it is canceled.
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
/// Canceled ones stay in the list, without their closures, until they are half of it. So canceling
/// all of any number takes time in proportion to that number.
@MainActor
struct EventObserverList {
  private(set) var observers: [EventObserver] = []
  private var canceledCount = 0
  /// How many observers were looked at to remove canceled ones; tests count this work.
  private(set) var sweptCount = 0

  /// Whether an event would be reported to any.
  var isEmpty: Bool { observers.count == canceledCount }

  mutating func add(_ observer: EventObserver) { observers.append(observer) }

  /// Notes that one of these observers was canceled.
  mutating func noteCanceled() {
    canceledCount += 1
    guard canceledCount * 2 > observers.count else { return }
    sweptCount += observers.count
    // They hold nothing of the app's any more, so this releases no more than the list.
    observers.removeAll { $0.isCanceled }
    canceledCount = 0
  }
}
