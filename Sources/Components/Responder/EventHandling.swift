/// Handles one event, and says whether it rises further.
///
/// Runs on the main actor, once for each event that reaches it. Throwing means that it could not
/// handle the event, for example because of a ``PayloadError``: that is recorded in the
/// ``EventResult``, and the event passes on.
public typealias EventHandler = @MainActor (ResponderEvent) throws -> Handling

/// Handles events for a responder: the responder itself, a table, or a proxy it holds.
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
/// Most keep an ``EventTable`` and conform to ``EventProxy``, which asks it. The requirements are
/// called on the main actor, for one event in this order: ``decorate(_:for:)``, ``handler(for:)``
/// and the handler, each at most once; then, when the event has come to its end,
/// ``observe(_:_:)``.
@MainActor
public protocol EventHandling: AnyObject {
  /// The handler of an event; `nil` passes it on.
  ///
  /// Asked when the event gets here. So what a handler below registers, disables or removes counts
  /// for this event already, and nothing runs that was removed before.
  func handler(for name: EventName) -> EventHandler?

  /// Adds to the information an event carries, before it is handled here; by default nothing.
  ///
  /// Called for every event that gets here, whether it is handled here or not.
  ///
  /// - Parameters:
  ///   - info: What the sender and the layers below have written.
  ///   - context: The event's name, its sender, and the responder it has reached.
  func decorate(_ info: inout EventInfo, for context: EventContext)

  /// Observes an event that has come to its end; by default it does nothing.
  ///
  /// Called once for every event with this responder on its path, from the sender to the root, even
  /// if something below stopped it: analytics belongs here and not into a handler. The event has
  /// the information that was added on its way, and this responder as its
  /// ``ResponderEvent/currentTarget``. It is not called for an event that is not delivered: on a
  /// cycle, on a path that is too long, or sent too deep.
  func observe(_ event: ResponderEvent, _ result: EventResult)

  /// Whether there is a handler that is disabled; by default there is none.
  ///
  /// Asked by the trace only.
  func isDisabled(_ name: EventName) -> Bool
}

extension EventHandling {
  /// Adds nothing.
  public func decorate(_ info: inout EventInfo, for context: EventContext) {}

  /// Does nothing.
  public func observe(_ event: ResponderEvent, _ result: EventResult) {}

  /// There is none.
  public func isDisabled(_ name: EventName) -> Bool { false }
}

extension EventHandling {
  /// Gives it one event directly, without a chain: it decorates it, and its handler runs.
  ///
  /// - Returns: What the handler said; ``Handling/pass`` without one.
  /// - Throws: What the handler throws.
  @discardableResult
  public func handle(_ event: ResponderEvent) throws -> Handling {
    var event = event
    decorate(&event.info, for: event.context)
    return try handler(for: event.name)?(event) ?? .pass
  }
}
