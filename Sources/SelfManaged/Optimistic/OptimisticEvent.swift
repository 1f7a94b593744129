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
  /// The delay asked for at that stamp has passed.
  case timer(Stamp)
  /// The server's value, from a read this reducer asked for at that stamp; `nil` if it got none.
  case read(Stamp, Intent.Answer?)
  /// The server's value, from elsewhere: a push, or the data a component was configured with.
  case report(Intent.Answer, NewsAge)
  /// The value may be out of date: the server is asked once nothing is pending.
  case refresh
  /// What waits for time or for the network need not wait any longer.
  case hurry
  /// A failure elsewhere reaches what waits here.
  case neighborFailed(ServiceError)
  /// The session ends.
  case end
}
