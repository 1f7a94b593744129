/// The registration of an observer of items of one kind.
///
/// The observer stays until ``cancel()``, whether or not this token is kept. The token retains
/// neither the session nor the observer.
@MainActor
public struct ItemObservation {
  private let remove: @MainActor () -> Void

  init(remove: @escaping @MainActor () -> Void) { self.remove = remove }

  /// Removes the observer; a second call does nothing.
  ///
  /// The observer is not called again, not even for an event that is being delivered to other
  /// observers.
  public func cancel() { remove() }
}

/// The observers of items of one kind in one session.
@MainActor
final class ItemObservers<Intent: OptimisticIntent> {
  private var all: [Int: @MainActor (ItemRecord<Intent>) -> Void] = [:] {
    didSet { isEmpty = all.isEmpty }
  }
  /// The number of the newest observer.
  private(set) var last = 0

  /// Whether there are no observers; stored, since it is read at each event: 1 % of a like.
  private(set) var isEmpty = true

  func observe(_ observer: @escaping @MainActor (ItemRecord<Intent>) -> Void) -> ItemObservation {
    last += 1
    all[last] = observer
    return ItemObservation { [weak self, number = last] in self?.remove(number) }
  }

  private func remove(_ number: Int) {
    // Released after the dictionary is changed, since its deinit may call back.
    let former = all.removeValue(forKey: number)
    withExtendedLifetime(former) {}
  }

  /// Notifies the observers up to the last one at the time of the event, in the order in which they
  /// were added.
  func notify(_ record: ItemRecord<Intent>, upTo last: Int) {
    for number in all.keys.sorted() where number <= last { all[number]?(record) }
  }
}
