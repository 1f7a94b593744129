/// Handles one event, and returns whether it rises further.
///
/// Runs on the main actor, once for each event that reaches it. Throwing means that it could not
/// handle the event, for example because of a ``PayloadError``: the error is recorded in the
/// ``EventResult``, and the event rises to the next responder.
public typealias EventHandler = @MainActor (ResponderEvent) throws -> Handling

/// Handles events for a responder: the responder itself, a table, or a proxy that it owns.
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
/// Most types own an ``EventTable`` and conform to ``EventProxy``, which forwards to the table. The
/// requirements are called on the main actor, for one event in this order: ``decorate(_:for:)``,
/// ``handler(for:)`` and the handler, each at most once; then, after the delivery of the event has
/// ended, ``observe(_:_:)``.
@MainActor
public protocol EventHandling: AnyObject {
  /// Returns the handler of an event; with `nil` the event rises to the next responder.
  ///
  /// Called when the event reaches this responder. So a change of the registrations by a handler
  /// below counts for this event already, and a handler that was removed before does not run.
  func handler(for name: EventName) -> EventHandler?

  /// Adds values to an event before it is handled here; by default it adds nothing.
  ///
  /// Called for every event that reaches this responder, whether it is handled here or not.
  ///
  /// - Parameters:
  ///   - info: The values written by the sender and the layers below.
  ///   - context: The event's name, its sender, and the responder it has reached.
  func decorate(_ info: inout EventInfo, for context: EventContext)

  /// Observes an event after its delivery has ended; by default it does nothing.
  ///
  /// Called once for every event with this responder on its path, from the sender to the root, even
  /// if a handler below stopped it: analytics belongs here and not into a handler. The event has
  /// the information that was added along its path, and this responder as its
  /// ``ResponderEvent/currentTarget``. It is not called for an event that is not delivered: on a
  /// cycle, on a path that is too long, or sent too deep.
  func observe(_ event: ResponderEvent, _ result: EventResult)

  /// Whether there is a handler that is disabled; by default there is none.
  ///
  /// Called by the trace only.
  func isDisabled(_ name: EventName) -> Bool
}

extension EventHandling {
  /// Adds nothing.
  public func decorate(_ info: inout EventInfo, for context: EventContext) {}

  /// Does nothing.
  public func observe(_ event: ResponderEvent, _ result: EventResult) {}

  /// Returns `false`.
  public func isDisabled(_ name: EventName) -> Bool { false }
}

extension EventHandling {
  /// Decorates one event and runs its handler directly, without a chain.
  ///
  /// - Returns: The result of the handler; ``Handling/pass`` without one.
  /// - Throws: The error of the handler.
  @discardableResult
  public func handle(_ event: ResponderEvent) throws -> Handling {
    var event = event
    decorate(&event.info, for: event.context)
    return try handler(for: event.name)?(event) ?? .pass
  }
}
