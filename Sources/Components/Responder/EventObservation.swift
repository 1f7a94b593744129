/// The registration of an observer of all events.
///
/// The observer stays until ``cancel()``, whether this value is kept or not.
public struct EventObservation: Hashable, Sendable {
  let id: Int

  /// Takes the observer out; a second time does nothing.
  @MainActor
  public func cancel() { EventRouting.removeObserver(id) }
}
