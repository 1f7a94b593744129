/// An error for a second handler of one event in a table; the table keeps the first handler.
public struct DuplicateEvent: Error, Hashable, Sendable {
  /// The event that already has a handler.
  public let name: EventName

  /// Creates an error.
  public init(name: EventName) { self.name = name }
}

extension DuplicateEvent: CustomStringConvertible {
  /// The event, and the fix.
  public var description: String {
    """
    "\(name)" already has a handler in this table, which is kept. \
    Call replace(_:_:) to replace it.
    """
  }
}
