/// The observers of one item's displayed value, and the changes that they have not seen yet.
@MainActor
final class ChangeObservers<Value: Hashable & Sendable> {
  typealias Change = ManagedChange<Value>

  private struct Observer {
    let token: LogicalTime
    let show: @MainActor (Change) -> Void
  }

  /// A change to be shown to every observer that was added before it happened.
  struct Delivery {
    /// The logical time of the change.
    let at: LogicalTime
    /// The change of the value, and the notice for the tapped component.
    var change: Change
    /// Whether the change concerns components that were not tapped.
    let isChanged: Bool
    /// The token of the tapped component, until it was shown its own form of the change.
    var tapped: LogicalTime?
  }

  /// The observers, in the order in which they were added; for `unchecked` see `Entity`.
  @exclusivity(unchecked) private var observers: [Observer] = []
  /// The deliveries that wait for their place in the session's mailbox; the first may be running.
  @exclusivity(unchecked) private var queue: [Delivery] = []
  /// The number of observers removed so far.
  private var removals: UInt32 = 0

  var isEmpty: Bool { observers.isEmpty }

  /// The token of the observer that was added last.
  var newest: LogicalTime? { observers.last?.token }

  /// Adds an observer for the changes from now on.
  func add(_ token: LogicalTime, _ show: @escaping @MainActor (Change) -> Void) {
    observers.append(Observer(token: token, show: show))
  }

  /// Removes an observer synchronously; it is not notified again.
  ///
  /// - Returns: Whether it was there.
  func remove(_ token: LogicalTime) -> Bool {
    guard let index = observers.firstIndex(where: { $0.token == token }) else { return false }
    // Released after the list is changed, since its deinit may call back.
    let former = observers.remove(at: index)
    removals &+= 1
    withExtendedLifetime(former) {}
    return true
  }

  /// Takes over all observers of an item that has become this one, and shows them a change.
  func take(from other: ChangeObservers, showing change: Change, in mailbox: Mailbox) {
    let moved = other.observers
    other.observers = []
    other.removals &+= 1
    observers = (observers + moved).sorted { $0.token < $1.token }
    mailbox.run {
      for observer in moved where observers.contains(where: { $0.token == observer.token }) {
        observer.show(change)
      }
    }
  }

  /// Adds a delivery behind the pending ones.
  func enqueue(_ delivery: Delivery) { queue.append(delivery) }

  /// The changes of its own taps that a component has not been shown yet.
  func undelivered(to token: LogicalTime) -> [Change] {
    queue.compactMap { $0.tapped == token ? $0.change : nil }
  }

  /// Notifies the observers that were added before the change at a time, if there is one, and have
  /// not been removed.
  ///
  /// An observer that was added later has already been shown the newest value. An observer that was
  /// removed by another observer meanwhile is skipped.
  func deliver(at time: LogicalTime) {
    guard let delivery = queue.first, delivery.at == time else { return }
    let (before, tapped) = (removals, delivery.tapped)
    for observer in observers where observer.token < delivery.at {
      if removals != before, !observers.contains(where: { $0.token == observer.token }) { continue }
      if tapped == observer.token {
        queue[0].tapped = nil
        observer.show(delivery.change)
      } else if delivery.isChanged {
        observer.show(Change(value: delivery.change.value, cause: delivery.change.cause))
      }
    }
    queue.removeFirst()
  }
}
