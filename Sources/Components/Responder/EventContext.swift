/// The name of an event, its sender, and the responder it has reached.
public struct EventContext {
  /// The event's name.
  public let name: EventName
  /// The responder that sent the event; `nil` only in an event made by hand.
  public let sender: (any Responder)?
  /// The responder that the event has reached, for which the handler, decorator or observer runs.
  ///
  /// `nil` for ``EventRouting/observe(_:)`` and ``EventRouting/onUnhandled``, which run for no
  /// responder, and in an event made by hand.
  public internal(set) var currentTarget: (any Responder)?

  /// Creates a context by hand, to test a decorator with.
  public init(
    _ name: EventName, sender: (any Responder)? = nil, currentTarget: (any Responder)? = nil
  ) {
    self.name = name
    self.sender = sender
    self.currentTarget = currentTarget
  }
}
