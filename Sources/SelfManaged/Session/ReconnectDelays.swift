/// The items whose requests are sent after a random delay, since the server became reachable.
///
/// A path monitor may report the same network several times. An item that already has a delay keeps
/// it, so that no report postpones or repeats it.
@MainActor
final class ReconnectDelays {
  /// The items with a delay, by the logical time since which they wait; a task is absent while it is
  /// being started.
  private var pending: [LogicalTime: (item: any AnyItem, task: Task<Void, Never>?)] = [:]

  /// Assigns a random delay to each item that has none, in the order of the taps.
  ///
  /// - Parameters:
  ///   - items: The items that wait, in the order of the taps.
  ///   - spread: The time over which the delays are spread.
  ///   - session: Draws the delays, and waits for them; it is kept until they end.
  func add(
    _ items: [(since: LogicalTime, item: any AnyItem)], over spread: Duration, in session: Session
  ) {
    let context = session.context
    let new = items.filter { !contains($0.since) }
    for (delay, (since, item)) in zip(context.randomDelays(new.count, within: spread), new) {
      pending[since] = (item, nil)
      guard delay > .zero else {
        end(upTo: since)
        continue
      }
      let task = context.alarms.after(delay) { [self] in
        withExtendedLifetime(session) { end(upTo: since) }
      }
      // A clock may return at once, and then the delay is already over.
      pending[since]?.task = task
    }
  }

  /// Sends the requests of an item, after those of each waiting item with an older tap.
  private func end(upTo since: LogicalTime) {
    for time in pending.keys.filter({ $0 <= since }).sorted() {
      guard let delay = pending.removeValue(forKey: time) else { continue }
      delay.task?.cancel()
      delay.item.proceed()
    }
  }

  /// Whether an item that waits since then has a delay.
  func contains(_ since: LogicalTime) -> Bool { pending[since] != nil }

  /// Cancels the pending delays.
  func cancel() {
    for delay in exchange(&pending, with: [:]).values { delay.task?.cancel() }
  }
}
