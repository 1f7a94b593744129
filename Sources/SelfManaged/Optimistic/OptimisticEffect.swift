/// What the shell has to do after an event, in the order given.
package enum OptimisticEffect<Intent: OptimisticIntent>: Hashable, Sendable {
  /// Ask the shared lane for a turn; it answers with the event `turn`, or `ownLane`.
  case requestTurn
  /// Give the turn back.
  case releaseTurn
  /// Send a request, named by the event's stamp, and answer with the event `reply`.
  ///
  /// `key` is the stamp of the first attempt; the idempotency key is made from it.
  case send(Intent, key: Stamp, attempt: Int, version: Int?)
  /// Read the server's value, and answer with the event `read` under this event's stamp.
  case read
  /// Answer with the event `timer` after a delay.
  case schedule(OptimisticTimer, Duration)
  /// Tell what became of a tap.
  case resolve(Stamp, Resolution<Intent.Value>)
  /// Show the person a failure, once, where that tap was made.
  case fail(Stamp, Intent, ServiceError)
  /// Show the person an adjustment, once, where that tap was made.
  case adjust(Stamp, Adjustment<Intent.Value>)
  /// Let the failure reach the rest of the lane or the session.
  case spread(ServiceError)

  /// Whether the person is to be told something.
  var isNotice: Bool {
    switch self {
    case .fail, .adjust: true
    default: false
    }
  }
}
