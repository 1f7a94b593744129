public import Components

/// An event that requests a destination, from a component whose session has no navigator.
///
/// The tapped component sends it on the main actor, once for each tap. If no responder handles it,
/// the component also sends ``TapFailed``. A module that does not import this one handles
/// `selfManaged.destinationWanted` by name and reads the string `path`.
public struct DestinationWanted: TypedEvent {
  /// The event's name.
  public static let name = EventName("selfManaged.destinationWanted")

  /// The destination to open.
  public var destination: Destination

  /// Creates an event.
  public init(_ destination: Destination) { self.destination = destination }

  /// The path of the destination, under the key `path`.
  public var info: EventInfo { ["path": destination.path] }
}
