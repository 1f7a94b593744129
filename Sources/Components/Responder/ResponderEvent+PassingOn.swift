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
