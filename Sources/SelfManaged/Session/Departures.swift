/// The items whose requests leave at a random moment, after the server became reachable.
///
/// A path monitor may report the same network several times. An item that already has a moment keeps
/// it, so that no report postpones or repeats it.
@MainActor
final class Departures {
  private let context: SessionContext
  /// The time over which the moments are spread.
  private let spread: Duration
  /// The pending moments, by the logical time since which the item waits.
  private var pending: [LogicalTime: Task<Void, Never>] = [:]

  init(over spread: Duration, _ context: SessionContext) {
    self.spread = spread
    self.context = context
  }

  /// Gives each item without a moment one, in the order of the taps.
  func add(_ items: [WaitingItem]) {
    let new = items.filter { pending[$0.since] == nil }.sorted { $0.since < $1.since }
    for (moment, item) in zip(context.moments(new.count, within: spread), new) {
      if moment > .zero { wait(for: moment, item) } else { item.depart() }
    }
  }

  private func wait(for moment: Duration, _ item: WaitingItem) {
    pending[item.since] = context.after(moment) { [self] in
      pending[item.since] = nil
      item.depart()
    }
  }

  /// Cancels the pending moments.
  func cancel() {
    for task in exchange(&pending, with: [:]).values { task.cancel() }
  }
}

/// An item that waits for the network or for a delay.
struct WaitingItem {
  /// The logical time of its oldest tap or doubt.
  let since: LogicalTime
  /// Sends what waits.
  let depart: @MainActor () -> Void
}
