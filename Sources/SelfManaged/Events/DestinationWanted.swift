public import Components

/// A request to open a destination, from a self-managed component whose session has no navigator.
///
/// It is sent once for each tap, from the tapped component, on the main actor. A module that does
/// not import this one handles ``Components/EventName/destinationWanted`` by name and reads the
/// string `path`.
public struct DestinationWanted: TypedEvent {
  /// The event's name.
  public static var name: EventName { .destinationWanted }

  /// The destination to open.
  public var destination: Destination

  /// Creates an event.
  public init(_ destination: Destination) { self.destination = destination }

  /// The path of the destination.
  public var info: EventInfo { ["path": destination.path] }
}
