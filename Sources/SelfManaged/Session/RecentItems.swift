/// Items that no component shows but that are kept in memory, with the most recent one last.
package struct RecentItems {
  private var times: [String: Int] = [:]
  /// The items in the order in which they were added; an entry whose item was added again or
  /// removed is skipped.
  private var order: [(id: String, time: Int)] = []
  private var first = 0
  private var now = 0

  /// The number of items.
  package var count: Int { times.count }
  /// The number of entries in ``order``; tests check that skipped ones are not kept.
  package var entryCount: Int { order.count }

  /// Creates a list without items.
  package init() {}

  /// Adds an item as the most recent one.
  package mutating func insert(_ id: String) {
    now += 1
    times[id] = now
    order.append((id, now))
    // Skipped entries are removed once they outnumber the others by more than 32.
    guard order.count > 2 * times.count + 32 else { return }
    order = order[first...].filter { times[$0.id] == $0.time }
    first = 0
  }

  /// Removes an item, if it is present.
  package mutating func remove(_ id: String) { times[id] = nil }

  /// Removes the item that was added first.
  package mutating func removeOldest() -> String? {
    while first < order.count {
      let oldest = order[first]
      first += 1
      guard times[oldest.id] == oldest.time else { continue }
      times[oldest.id] = nil
      return oldest.id
    }
    return nil
  }
}
