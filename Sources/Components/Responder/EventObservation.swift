/// The registration of an observer of all events.
///
/// The observer stays until ``cancel()``, whether this value is kept or not.
public struct EventObservation: Hashable, Sendable {
  let observer: EventObserver

  /// Removes the observer: it is not called again, not even for the event that is being delivered.
  ///
  /// A second call does nothing. The cost of canceling does not depend on the number of observers.
  @MainActor
  public func cancel() { EventRouting.cancel(observer) }

  /// Whether both values are the same registration.
  public static func == (first: Self, second: Self) -> Bool { first.observer === second.observer }

  /// Hashes the identity of the registration.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(observer)) }
}
