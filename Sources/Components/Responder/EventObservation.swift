/// A token that cancels an observer of all events.
///
/// Discarding the token does not cancel the observer: it stays until ``cancel()`` is called.
public struct EventObservation: Sendable {
  let observer: EventObserver

  /// Cancels the observer: it is not called again, not even for the event that is being delivered.
  ///
  /// A second call does nothing. The average cost does not depend on the number of observers.
  @MainActor
  public func cancel() { EventRouting.cancel(observer) }
}
