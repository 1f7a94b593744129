/// The interface of a session's stores, whatever kind of item they contain.
@MainActor
protocol AnyStore: AnyObject {
  /// The number of items in memory.
  var count: Int { get }
  /// The object that holds an item's state; `nil` if the item is not in memory.
  func object(of id: String) -> AnyObject?
  /// Propagates a failure to every intent that is queued or waits for a busy server.
  func propagate(_ error: ServiceError, except id: String?)
  /// Starts the requests and reads that wait for a delay or for the network.
  func flush()
  /// Sends the intents that can still be undone.
  func endGrace()
  /// Adds what is pending, in doubt or failed.
  func add(to outcome: inout SettledOutcome)
  /// The items whose requests and reads only the gate stops.
  var blocked: [WaitingItem] { get }
  /// The items that wait for the network or for a delay.
  var waiting: [WaitingItem] { get }
  /// Refreshes every item, once nothing is pending on it.
  func refresh()
  /// Reports the reached deadlines, item by item; those of one item in order of time.
  func reachDeadlines(by now: Duration)
  /// The earliest deadline of all items.
  var nextDeadline: Duration? { get }
  /// Ends all items.
  func end()
}
