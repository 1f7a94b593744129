/// What a session asks of all its stores, whatever kind they hold.
@MainActor
protocol AnyStore: AnyObject {
  /// How many items are in memory.
  var count: Int { get }
  /// Lets a failure reach everything that waits.
  func spread(_ error: ServiceError, except id: String?)
  /// Sends and reads at once what waits for a delay or for the network.
  func flush()
  /// Reads everything anew that can be read, once nothing is pending.
  func refresh()
  /// Reports the deadlines that are reached, item by item, each item's in the order of time.
  func reachDeadlines(by now: Duration)
  /// The earliest deadline of all items.
  var nextDeadline: Duration? { get }
  /// Ends everything.
  func end()
}
