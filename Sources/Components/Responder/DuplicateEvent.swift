/// A table has a handler for the event already; the first one stays.
public struct DuplicateEvent: Error, Hashable, Sendable {
  /// The event that was registered twice.
  public let name: EventName

  /// Creates an error.
  public init(name: EventName) { self.name = name }
}

extension DuplicateEvent: CustomStringConvertible {
  /// The event, and how to fix the mistake.
  public var description: String {
    """
    "\(name)" has a handler in this table already, and keeps it. \
    Call replace(_:_:) to put another in its place.
    """
  }
}
