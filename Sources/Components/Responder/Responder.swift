/// An object on the responder chain, along which events rise.
///
/// One line makes a class part of the chain:
///
/// ```swift
/// final class Section: Responder {
///   weak var nextResponder: (any Responder)?
/// }
///
/// cell.nextResponder = section
/// section.nextResponder = page
/// cell.send(.buy, ["sku": "red"])
/// ```
///
/// An event rises from its sender to the responder that handles it. A responder without a handler
/// for an event needs no code to forward it. All components of this package are responders.
///
/// ### Implementing this protocol
/// Declare ``nextResponder`` as `weak`: parents own their children, and a strong reference back
/// would keep both alive. If a parent has been released, the chain ends there, and
/// ``EventRouting/onUnhandled`` reports the last responder.
///
/// To handle events, conform to ``EventProxy`` as well, so that your ``EventTable`` can't be
/// forgotten. Or return a table or another ``EventHandling`` from ``eventHandling``. If the
/// *superclass* conforms to `Responder`, it must declare `eventHandling`, and the subclass must
/// override it. An ``EventReport`` names a responder that handles events but whose `eventHandling`
/// is `nil`. Without an `onUnhandled`, debug builds write the report to the standard error stream.
@MainActor
public protocol Responder: AnyObject {
  /// The responder to which an event rises next; `nil` at the root.
  ///
  /// Read on the main actor, before the first handler runs: once for each event, or more often if
  /// the path is a cycle. Events follow only this property. For example, events of a sheet reach
  /// the list behind it only if the sheet returns the list here.
  var nextResponder: (any Responder)? { get }

  /// The object that handles the events that reach this responder; `nil` if no object does.
  ///
  /// By default `nil`, or the responder itself if it conforms to ``EventHandling``. Read on the
  /// main actor, before the first handler runs: once for each event, or more often if the path is a
  /// cycle. It is read again to report an event that was not handled.
  var eventHandling: (any EventHandling)? { get }
}

extension Responder {
  /// `nil`: every event rises to the next responder.
  public var eventHandling: (any EventHandling)? { nil }
}

extension Responder where Self: EventHandling {
  /// The responder itself.
  public var eventHandling: (any EventHandling)? { self }
}

extension Responder {
  /// Sends an event by name; it rises from this responder.
  ///
  /// All handlers and observers have run when this returns. The path is fixed before the first
  /// handler runs, so a change of the chain by a handler applies to the next event. The responders
  /// on the path are retained until the delivery has ended. No handler runs if the path is a cycle
  /// or is longer than ``EventRouting/maximumPathLength``, or if the event is nested deeper than
  /// ``EventRouting/maximumDepth``.
  ///
  /// - Parameters:
  ///   - name: The name of the event.
  ///   - info: The values that the event carries; the caller's copy is never changed.
  /// - Returns: The outcome, and the responders that handled the event.
  @discardableResult
  public func send(_ name: EventName, _ info: EventInfo = EventInfo()) -> EventResult {
    EventRouting.dispatch(name, ResponderEvent(name, info, sender: self), from: self)
  }

  /// Sends a typed event, in the same way as ``Responder/send(_:_:)``.
  ///
  /// - Returns: The outcome, and the responders that handled the event.
  @discardableResult
  public func send<Event: TypedEvent>(_ event: Event) -> EventResult {
    EventRouting.dispatch(Event.name, ResponderEvent(event, sender: self), from: self)
  }

  /// Returns the responders with an enabled handler for an event sent from here, nearest first,
  /// without sending an event.
  ///
  /// The list is empty if the path is a cycle or too long. If a handler stops the event, the
  /// responders after it do not receive the event.
  public func handlers(for name: EventName) -> [any Responder] {
    var path = EventPath()
    path.fill(from: self)
    guard path.isDeliverable else { return [] }
    return path.stations.filter { $0.handling.handler(for: name) != nil }
      .map { path.nodes[$0.index] }
  }
}
