/// An event that rises from its sender to the root.
///
/// Each handler receives the event with the values that the responders below it and its own
/// decorator added.
public struct ResponderEvent {
  /// The name, the sender and the current target, as decorators receive them.
  var context: EventContext
  /// The values that the sender and the responders so far have added.
  public internal(set) var info: EventInfo
  /// The event as a typed event; `nil` if it was sent by name.
  let typed: (any TypedEvent)?

  /// The name of the event.
  public var name: EventName { context.name }
  /// The responder that sent the event; `nil` only if a test created the event without a sender.
  ///
  /// The event retains it, so keep the event no longer than needed.
  public var sender: (any Responder)? { context.sender }
  /// The responder that the event has reached, whose handler or observer runs.
  ///
  /// It distinguishes the responders that share one ``EventHandling``. It is `nil` in
  /// ``EventRouting/observe(_:)`` and ``EventRouting/onUnhandled``, which run once for the whole
  /// path, and in an event that a test created without a target. The event retains it.
  public var currentTarget: (any Responder)? { context.currentTarget }

  /// Creates an event, to test a handler.
  public init(
    _ name: EventName, _ info: EventInfo = EventInfo(), sender: (any Responder)? = nil,
    currentTarget: (any Responder)? = nil
  ) {
    context = EventContext(name, sender: sender, currentTarget: currentTarget)
    self.info = info
    typed = nil
  }

  /// Creates a typed event, to test a handler.
  public init<Event: TypedEvent>(
    _ event: Event, sender: (any Responder)? = nil, currentTarget: (any Responder)? = nil
  ) {
    context = EventContext(Event.name, sender: sender, currentTarget: currentTarget)
    info = event.info
    typed = event
  }

  /// The value under a key; `nil` if there is no value, or if it has another type.
  public subscript<Value>(_ key: EventKey<Value>) -> Value? { info[key] }

  /// Returns the value under a key.
  ///
  /// - Throws: ``PayloadError``, naming the key and the types.
  public func value<Value>(for key: EventKey<Value>) throws(PayloadError) -> Value {
    try info.value(for: key)
  }

  /// Returns the event as a typed event.
  ///
  /// - Throws: ``PayloadError/untyped(name:expected:)`` if the event was sent by name, or
  ///   ``PayloadError/typeMismatch(key:expected:actual:)`` if it is of another type with the same
  ///   event name.
  public func payload<Event: TypedEvent>(as type: Event.Type) throws(PayloadError) -> Event {
    guard let typed else { throw .untyped(name: name.rawValue, expected: "\(type)") }
    guard let event = typed as? Event else {
      throw .mismatch(key: name.rawValue, expected: type, actual: Swift.type(of: typed))
    }
    return event
  }
}

extension ResponderEvent {
  /// Passes the event on under another name or with more values, from the responder that it has
  /// reached.
  ///
  /// ```swift
  /// table.on(.buttonTapped) { event in
  ///   event.passOn(as: .buy, adding: ["sku": sku])
  ///   return .stop
  /// }
  /// ```
  ///
  /// This sends a new event, with its own result, that begins at the next responder of
  /// ``currentTarget`` and has the same ``sender``. It has the values that the event has here and
  /// those that are added, which replace values under the same keys. All of its handlers and
  /// observers have run when this returns. The handler's own result still decides the outcome of
  /// this event: usually ``Handling/stop``.
  ///
  /// Without a next responder the new event is reported as unhandled. So is an event that is passed
  /// on where ``currentTarget`` is `nil`; if it has no sender either, it is not reported.
  ///
  /// - Parameters:
  ///   - name: The name of the new event.
  ///   - more: The values to add.
  /// - Returns: The result of the new event.
  @MainActor @discardableResult
  public func passOn(as name: EventName, adding more: EventInfo = EventInfo()) -> EventResult {
    var event = ResponderEvent(name, info, sender: sender)
    event.info.add(more)
    return EventRouting.passOn(event, from: currentTarget)
  }

  /// Passes the event on as a typed event, in the same way as ``passOn(as:adding:)``; the values of
  /// the typed event replace those of the current event.
  ///
  /// - Parameter typed: The new event.
  /// - Returns: The result of the new event.
  @MainActor @discardableResult
  public func passOn<Event: TypedEvent>(as typed: Event) -> EventResult {
    var event = ResponderEvent(typed, sender: sender)
    var values = info
    values.add(event.info)
    event.info = values
    return EventRouting.passOn(event, from: currentTarget)
  }
}

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
