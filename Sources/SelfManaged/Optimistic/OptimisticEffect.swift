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
