/// The items whose requests leave at a random moment, after the server became reachable.
///
/// A path monitor may report the same network several times. An item that already has a moment keeps
/// it, so that no report postpones or repeats it.
@MainActor
final class Departures {
  /// The pending moments, by the logical time since which the item waits.
  private var pending: [LogicalTime: Moment] = [:]

  private struct Moment {
    let item: WaitingItem
    /// The task that waits for it; absent while it is being started.
    var task: Task<Void, Never>?
  }

  /// Gives each item without a moment one, in the order of the taps.
  ///
  /// - Parameters:
  ///   - items: The items that wait.
  ///   - spread: The time over which the moments are spread.
  ///   - context: Draws the moments, and waits for them.
  func add(_ items: [WaitingItem], over spread: Duration, _ context: SessionContext) {
    let new = items.filter { !contains($0.since) }.sorted { $0.since < $1.since }
    for (moment, item) in zip(context.moments(new.count, within: spread), new) {
      pending[item.since] = Moment(item: item)
      guard moment > .zero else {
        depart(upTo: item.since)
        continue
      }
      let task = context.after(moment) { [self] in depart(upTo: item.since) }
      // A clock may return at once, and then the moment is already over.
      pending[item.since]?.task = task
    }
  }

  /// Lets an item leave, after those with an older tap that were given a later moment.
  private func depart(upTo since: LogicalTime) {
    for time in pending.keys.filter({ $0 <= since }).sorted() {
      guard let moment = pending.removeValue(forKey: time) else { continue }
      moment.task?.cancel()
      moment.item.depart()
    }
  }

  /// Whether an item that waits since then has a moment.
  func contains(_ since: LogicalTime) -> Bool { pending[since] != nil }

  /// Cancels the pending moments.
  func cancel() {
    for moment in exchange(&pending, with: [:]).values { moment.task?.cancel() }
  }
}

/// An item that waits for the network or for a delay.
struct WaitingItem {
  /// The logical time of its oldest tap or doubt.
  let since: LogicalTime
  /// Sends what waits.
  let depart: @MainActor () -> Void
}
