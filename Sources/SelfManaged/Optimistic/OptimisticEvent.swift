/// An event that can happen to an optimistic value.
package enum OptimisticEvent<Intent: OptimisticIntent>: Hashable, Sendable {
  /// The user tapped; the event's logical time names the tap.
  case tap(Intent)
  /// The item has the turn in the shared lane.
  case turn
  /// The shared lane has ended: from now on this item has its own lane.
  case ownLane
  /// The service replied to the request of that logical time.
  case reply(LogicalTime, Result<Intent.Answer, ServiceError>)
  /// The session did not send the request, or begin the read, of that logical time.
  case notSent(LogicalTime, Obstacle)
  /// A delay is over.
  case timer(OptimisticTimer)
  /// The result of the read that the reducer began at that logical time.
  case read(LogicalTime, ReadResult<Intent.Answer>)
  /// The server's value from another source: a push, or the data that a component was bound with.
  case report(Intent.Answer, ReportSource)
  /// The value may be stale: it is read once nothing is pending.
  case refresh
  /// Requests and reads that wait for a delay or for the network start at once.
  case flush
  /// The queued intent is sent without waiting for an undo or for more taps.
  case endGrace
  /// The user undoes the last removal; the event's logical time names the tap.
  case undo
  /// The device can't reach the server, and the policy fails taps at once.
  case unreachable
  /// A failure of another item, whose scope includes the queued intent of this item.
  case neighborFailed(ServiceError)
  /// The session ends; a request with this logical time has not left yet.
  case end(unsent: LogicalTime?)
}

/// The reason why the session does not send requests now.
package enum Obstacle: Hashable, Sendable {
  /// The device can't reach the server.
  case unreachable
  /// A busy server asked all requests of the session to wait for that long.
  case pause(Duration)
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
