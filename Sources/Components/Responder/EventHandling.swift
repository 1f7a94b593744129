/// A function that handles one event, and returns whether the event rises further.
///
/// Called on the main actor, once for each event that reaches its responder. If it throws, for
/// example a ``PayloadError``, the event counts as not handled here: the ``EventResult`` records
/// the error, and the event rises to the next responder.
public typealias EventHandler = @MainActor (ResponderEvent) throws -> Handling

/// An object that handles events for a responder: the responder itself, a table, or a proxy.
///
/// ```swift
/// final class GoodsPage: Responder {
///   weak var nextResponder: (any Responder)?
///   let proxy: GoodsProxy                                   // any EventHandling
///   var eventHandling: (any EventHandling)? { proxy }
/// }
///
/// // in a test of the proxy, without the page
/// let handling = try proxy.handle(ResponderEvent(.buy, ["sku": "red"]))
/// ```
///
/// ### Implementing this protocol
/// Most types own an ``EventTable`` and conform to ``EventProxy``, which forwards to the table. For
/// each event, the requirements are called on the main actor in this order: ``decorate(_:for:)``,
/// ``handler(for:)``, the handler, and, after the delivery of the event has ended,
/// ``observe(_:_:)``. Each is called at most once for each responder on the path.
@MainActor
public protocol EventHandling: AnyObject {
  /// Returns the handler of an event; `nil` lets the event rise to the next responder.
  ///
  /// Called when the event reaches this responder, and by ``Responder/handlers(for:)``. If a
  /// handler below changes the registrations, the change applies to this event: a handler that was
  /// removed does not run.
  func handler(for name: EventName) -> EventHandler?

  /// Adds values to an event before it is handled here; by default adds nothing.
  ///
  /// Called for each event that reaches this responder, whether this responder handles it or not.
  ///
  /// - Parameters:
  ///   - info: The values written by the sender and the responders below.
  ///   - context: The event's name, its sender, and the responder that it has reached.
  func decorate(_ info: inout EventInfo, for context: EventContext)

  /// Observes an event after its delivery has ended; by default does nothing.
  ///
  /// Called once for each event with this responder on its path, even if a handler below stopped
  /// the event, in the order from the sender to the root. Use it for analytics. The event contains
  /// the values that were added along its path, and this responder as its
  /// ``ResponderEvent/currentTarget``. An event that is not delivered is not observed: its path is
  /// a cycle or too long, or it was sent too deep.
  func observe(_ event: ResponderEvent, _ result: EventResult)
}

extension EventHandling {
  /// Adds nothing.
  public func decorate(_ info: inout EventInfo, for context: EventContext) {}

  /// Does nothing.
  public func observe(_ event: ResponderEvent, _ result: EventResult) {}

  /// Whether the table of this object has a disabled handler for an event; for a trace.
  func hasDisabledHandler(for name: EventName) -> Bool {
    let table = self as? EventTable ?? (self as? any EventProxy)?.table
    return table?.isDisabled(name) == true
  }
}

extension EventHandling {
  /// Decorates one event and runs its handler, without a responder chain; for tests.
  ///
  /// - Returns: The result of the handler; ``Handling/ignored`` if there is no handler.
  /// - Throws: The error of the handler.
  @discardableResult
  public func handle(_ event: ResponderEvent) throws -> Handling {
    var event = event
    decorate(&event.info, for: event.context)
    return try handler(for: event.name)?(event) ?? .ignored
  }
}

/// The result of a handler: whether it handled the event, and whether the event rises further.
///
/// A handler always returns one of the cases, so that no event counts as handled by accident.
public enum Handling: Hashable, Sendable, CaseIterable {
  /// The event was handled, and the handlers above do not run; observers are still notified.
  case stop
  /// The event was handled, and the handlers above run too.
  case handledContinue
  /// The event was not handled, and the handlers above run.
  case ignored
}
