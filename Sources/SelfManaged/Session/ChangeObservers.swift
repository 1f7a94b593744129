/// The observers of one item's displayed value, and the order in which they are notified.
///
/// An observer that is notified may cause the next change. That change is delivered after the
/// current one, so that all observers see the same sequence, with the newest value last.
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
  /// The pending deliveries; the first may be running.
  @exclusivity(unchecked) private var queue: [Delivery] = []
  @exclusivity(unchecked) private var isDelivering = false
  /// The number of observers removed so far.
  private var removals: UInt32 = 0

  var isEmpty: Bool { observers.isEmpty }

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

  /// Adds a delivery behind the pending ones.
  func enqueue(_ delivery: Delivery) { queue.append(delivery) }

  /// The changes of its own taps that a component has not been shown yet.
  func undelivered(to token: LogicalTime) -> [Change] {
    queue.compactMap { $0.tapped == token ? $0.change : nil }
  }

  /// Shows a new observer the current value; changes that it causes are delivered after that.
  func show(_ change: Change, to show: @MainActor (Change) -> Void) {
    let wasDelivering = isDelivering
    isDelivering = true
    show(change)
    isDelivering = wasDelivering
    deliverAll()
  }

  /// Delivers all pending deliveries, unless a caller of this call already does.
  func deliverAll() {
    guard !isDelivering else { return }
    isDelivering = true
    while let next = queue.first {
      deliver(next)
      queue.removeFirst()
    }
    isDelivering = false
  }

  /// Notifies the observers that were added before the change and have not been removed.
  ///
  /// An observer that was added later has already been shown the newest value. An observer that was
  /// removed by another observer meanwhile is skipped.
  private func deliver(_ delivery: Delivery) {
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
  }
}
