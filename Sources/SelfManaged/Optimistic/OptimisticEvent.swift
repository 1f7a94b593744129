/// Everything that can happen to an optimistic value.
package enum OptimisticEvent<Intent: OptimisticIntent>: Hashable, Sendable {
  /// The person wants something; the event's stamp names the tap.
  case tap(Intent)
  /// The shared lane is free for this value's request.
  case turn
  /// The shared lane is no more: this value has one of its own from now on.
  case ownLane
  /// The service answered the request of that stamp.
  case reply(Stamp, Result<Intent.Answer, ServiceError>)
  /// A delay is over.
  case timer(OptimisticTimer)
  /// The result of the read that the reducer began at that time.
  case read(Stamp, ReadResult<Intent.Answer>)
  /// The server's value, from elsewhere: a push, or the data a component was configured with.
  case report(Intent.Answer, ReportSource)
  /// The value may be stale: it is read once nothing is pending.
  case refresh
  /// What waits for a delay or for the network is sent and read at once.
  case flush
  /// A failure elsewhere reaches what waits here.
  case neighborFailed(ServiceError)
  /// The session ends.
  case end
}

/// The result of reading the server's value.
package enum ReadResult<Answer: ServerAnswer>: Hashable, Sendable {
  /// The server reported its value.
  case value(Answer)
  /// The read failed; another may succeed.
  case failed
  /// The service can't read the value.
  case unavailable
}
