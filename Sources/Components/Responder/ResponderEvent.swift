/// An event that rises from its sender to the root.
///
/// Each handler gets it with the information added by the layers below and by its own layer.
public struct ResponderEvent {
  /// The name, the sender and the current target, as decorators get them.
  public internal(set) var context: EventContext
  /// The values that the event carries, added by its sender and the layers so far.
  public internal(set) var info: EventInfo
  /// The event as a typed event; `nil` where it was sent by name.
  public let typed: (any TypedEvent)?

  /// The name of the event.
  public var name: EventName { context.name }
  /// The responder that sent the event; `nil` only in an event made by hand.
  ///
  /// It is held strongly: it lives as long as the event, so keep the event no longer than needed.
  public var sender: (any Responder)? { context.sender }
  /// The responder that the event has reached, for which the handler or observer runs now.
  ///
  /// It distinguishes the responders that share one ``EventHandling``. `nil` for
  /// ``EventRouting/observe(_:)`` and ``EventRouting/onUnhandled``, which run for no responder, and
  /// in an event made by hand. It is held strongly.
  public var currentTarget: (any Responder)? { context.currentTarget }

  /// Creates an event by hand, to test a handler with; ``Responder/send(_:_:)`` makes its own.
  public init(
    _ name: EventName, _ info: EventInfo = EventInfo(), sender: (any Responder)? = nil,
    currentTarget: (any Responder)? = nil
  ) {
    context = EventContext(name, sender: sender, currentTarget: currentTarget)
    self.info = info
    typed = nil
  }

  /// Creates a typed event by hand, to test a handler with.
  public init<Event: TypedEvent>(
    _ event: Event, sender: (any Responder)? = nil, currentTarget: (any Responder)? = nil
  ) {
    context = EventContext(Event.name, sender: sender, currentTarget: currentTarget)
    info = event.info
    typed = event
  }

  /// The value under a key; `nil` where there is no value, or one of another type.
  public subscript<Value>(_ key: EventKey<Value>) -> Value? { info[key] }

  /// Returns the value under a key.
  ///
  /// - Throws: ``PayloadError``, naming the key and the types.
  public func value<Value>(for key: EventKey<Value>) throws(PayloadError) -> Value {
    try info.value(for: key)
  }

  /// Returns the event as a typed event.
  ///
  /// - Throws: ``PayloadError`` with ``PayloadError/Code/untyped`` where it was sent by name, or
  ///   ``PayloadError/Code/typeMismatch`` where another type has the same name.
  public func payload<Event: TypedEvent>(as type: Event.Type) throws(PayloadError) -> Event {
    guard let typed else { throw .untyped(name: name.rawValue, expected: "\(type)") }
    guard let event = typed as? Event else {
      throw .typeMismatch(key: name.rawValue, expected: type, actual: Swift.type(of: typed))
    }
    return event
  }
}
