/// The items whose requests leave at a random moment, after the server became reachable.
///
/// A path monitor may report the same network several times. An item that already has a moment keeps
/// it, so that no report postpones or repeats it.
@MainActor
final class Departures {
  /// The pending moments, by the logical time since which the item waits; a task is absent while it
  /// is being started.
  private var pending: [LogicalTime: Task<Void, Never>?] = [:]

  /// Gives each item without a moment one, in the order of the taps.
  ///
  /// - Parameters:
  ///   - items: The items that wait.
  ///   - spread: The time over which the moments are spread.
  ///   - context: Draws the moments, and waits for them.
  func add(_ items: [WaitingItem], over spread: Duration, _ context: SessionContext) {
    let new = items.filter { !contains($0.since) }.sorted { $0.since < $1.since }
    for (moment, item) in zip(context.moments(new.count, within: spread), new) {
      guard moment > .zero else {
        item.depart()
        continue
      }
      pending[item.since] = .some(nil)
      let task = context.after(moment) { [self] in
        pending[item.since] = nil
        item.depart()
      }
      // A clock may return at once, and then the moment is already over.
      if contains(item.since) { pending[item.since] = task }
    }
  }

  /// Whether an item that waits since then has a moment.
  func contains(_ since: LogicalTime) -> Bool { pending[since] != nil }

  /// Cancels the pending moments.
  func cancel() {
    for task in exchange(&pending, with: [:]).values { task?.cancel() }
  }
}

/// An item that waits for the network or for a delay.
struct WaitingItem {
  /// The logical time of its oldest tap or doubt.
  let since: LogicalTime
  /// Sends what waits.
  let depart: @MainActor () -> Void
}
