public import Components

/// A self-managed component wants to open a place in the app, and its session has no navigator.
///
/// It rises once for each tap, from the component that was tapped, on the main actor. A module that
/// knows nothing of this one handles ``Components/EventName/destinationWanted`` by name and finds
/// `path`, a text.
public struct DestinationWanted: TypedEvent {
  /// Its name.
  public static var name: EventName { .destinationWanted }

  /// What should be opened.
  public var destination: Destination

  /// Creates an event.
  public init(_ destination: Destination) { self.destination = destination }

  /// The path of the destination.
  public var info: EventInfo { ["path": destination.path] }
}
