/// The items whose requests are sent after a random delay, since the server became reachable.
///
/// A path monitor may report the same network several times. An item that already has a delay keeps
/// it, so that no report postpones or repeats it.
@MainActor
final class Departures {
  /// The pending delays, by the logical time since which the item waits.
  private var pending: [LogicalTime: Departure] = [:]

  private struct Departure {
    let item: WaitingItem
    let session: Session
    /// The task that waits for it; absent while it is being started.
    var task: Task<Void, Never>?
  }

  /// Assigns a random delay to each item that has none, in the order of the taps.
  ///
  /// - Parameters:
  ///   - items: The items that wait.
  ///   - spread: The time over which the delays are spread.
  ///   - session: Draws the delays, and waits for them; it is kept until the items depart.
  func add(_ items: [WaitingItem], over spread: Duration, in session: Session) {
    let context = session.context
    let new = items.filter { !contains($0.since) }.sorted { $0.since < $1.since }
    for (delay, item) in zip(context.randomDelays(new.count, within: spread), new) {
      pending[item.since] = Departure(item: item, session: session)
      guard delay > .zero else {
        depart(upTo: item.since)
        continue
      }
      let task = context.after(delay) { [self] in depart(upTo: item.since) }
      // A clock may return at once, and then the delay is already over.
      pending[item.since]?.task = task
    }
  }

  /// Sends the requests of an item, after those of each waiting item with an older tap.
  private func depart(upTo since: LogicalTime) {
    for time in pending.keys.filter({ $0 <= since }).sorted() {
      guard let departure = pending.removeValue(forKey: time) else { continue }
      departure.task?.cancel()
      withExtendedLifetime(departure.session) { departure.item.depart() }
    }
  }

  /// Whether an item that waits since then has a delay.
  func contains(_ since: LogicalTime) -> Bool { pending[since] != nil }

  /// Cancels the pending delays.
  func cancel() {
    for departure in exchange(&pending, with: [:]).values { departure.task?.cancel() }
  }
}

/// An item that waits for the network or for a delay.
struct WaitingItem {
  /// The logical time of its oldest tap or doubt.
  let since: LogicalTime
  /// Sends its held requests and reads.
  let depart: @MainActor () -> Void
}
