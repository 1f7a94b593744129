/// An event that can happen to an optimistic value.
package enum OptimisticEvent<Intent: OptimisticIntent>: Hashable, Sendable {
  /// The user tapped; the event's logical time names the tap.
  case tap(Intent)
  /// The user undoes the last removal; the event's logical time names the tap.
  case undo
  /// The service replied to the request of that logical time.
  case reply(LogicalTime, Result<Intent.Answer, ServiceError>)
  /// The result of the read that the reducer began at that logical time.
  case read(LogicalTime, ReadResult<Intent.Answer>)
  /// The server's value from another source: a push, or the data that a component was bound with.
  case report(Intent.Answer, ReportSource)
  /// A wait is over.
  case ended(Wait)
  /// A component was bound: a value that is a guess or in doubt is read.
  case bound
  /// The user sees a value at a learned limit, which may have ended.
  case checkLimit
  /// The value may be stale: it is read once nothing is pending.
  case refresh
  /// The gate may have opened, or the network is back: each wait ends but a busy server's and an undo's.
  case proceed
  /// As `proceed`, and what waits for an undo or for more taps is sent as well.
  case flush
  /// A failure of another item, whose scope includes the queued intent of this item.
  case neighborFailed(ServiceError)
  /// The session ends; a request with this logical time has not left yet.
  case end(unsent: LogicalTime?)
}

/// Whether a request may leave now: an input of each event.
package enum Gate: Hashable, Sendable {
  /// A request may leave.
  case open
  /// Another item has the lane: only a read, or another attempt of the in-flight mutation, may leave.
  case laneTaken
  /// A busy server asked all requests to wait.
  case closed
  /// The device can't reach the server.
  case unreachable

  /// Whether a read, or another attempt of the in-flight mutation, may leave.
  var isPassable: Bool { self == .open || self == .laneTaken }
}

/// The result of reading the server's value.
package enum ReadResult<Answer: ServerAnswer>: Hashable, Sendable {
  /// The server reported its value.
  case value(Answer)
  /// The read failed; another may succeed.
  case failed
  /// The server is busy, and asks to wait; `nil` if it named no delay.
  case busy(after: Duration?)
  /// The service can't read the value.
  case unavailable
}

/// A command that the shell carries out after an event, in the given order.
package enum OptimisticEffect<Intent: OptimisticIntent>: Hashable, Sendable {
  /// Send a request, named by the event's logical time. Its reply is reported with the event
  /// `reply`.
  ///
  /// `key` is the logical time of the first attempt; the idempotency key is made from it.
  case send(Intent, key: LogicalTime, attempt: Int, version: Int?)
  /// Read the server's value, and report it with the event `read` under this event's logical time.
  case read
  /// Report the event `ended` after a delay.
  case schedule(Wait, Duration)
  /// Report the resolution of a tap.
  case resolve(LogicalTime, Resolution<Intent.Value>)
  /// Propagate the failure to the rest of the lane or the session.
  case propagate(ServiceError)
}
