/// The name of an event, its sender, and the responder that it has reached.
public struct EventContext {
  /// The name of the event.
  public let name: EventName
  /// The responder that sent the event, retained; `nil` only if a test created the event without
  /// one.
  public let sender: (any Responder)?
  /// The responder that the event has reached, whose decorator, handler or observer runs.
  ///
  /// `nil` in ``EventRouting/observe(_:)`` and ``EventRouting/onUnhandled``, which run once for the
  /// whole path, and in an event that a test created without a target.
  public internal(set) var currentTarget: (any Responder)?

  /// Creates a context, to test a decorator.
  public init(
    _ name: EventName, sender: (any Responder)? = nil, currentTarget: (any Responder)? = nil
  ) {
    self.name = name
    self.sender = sender
    self.currentTarget = currentTarget
  }
}
