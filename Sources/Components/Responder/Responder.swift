/// An object on the chain along which events rise.
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
/// An event starts at its sender and rises to the responder that handles it. A responder without a
/// handler for an event needs no code to forward it. All components of this package are responders.
///
/// ### Implementing this protocol
/// Keep ``nextResponder`` weak: parents own their children, and a strong link back would keep both
/// alive. Where the parent was released, the chain ends, and ``EventRouting/onUnhandled`` reports
/// where.
///
/// To handle events, conform to ``EventProxy`` as well, so that your ``EventTable`` can't be
/// forgotten; or return a table, or another object that handles, from ``eventHandling``. A class
/// whose *superclass* is the responder has to override `eventHandling`, which the superclass
/// therefore declares. A responder that owns a table or a proxy and returns `nil` is named in the
/// ``EventReport``, and in debug builds also on the standard error stream.
@MainActor
public protocol Responder: AnyObject {
  /// The responder that an event rises to from here; `nil` at the root.
  ///
  /// Read once for each event, before its first handler runs. Events follow only this property: a
  /// sheet's events reach the list behind it only if the sheet returns the list here.
  var nextResponder: (any Responder)? { get }

  /// The handling of the events that reach this responder.
  ///
  /// `nil` by default, or the responder itself if it conforms to ``EventHandling``.
  ///
  /// Read once for each event, before its first handler runs.
  var eventHandling: (any EventHandling)? { get }
}

extension Responder {
  /// Returns `nil`: every event rises to the next responder.
  public var eventHandling: (any EventHandling)? { nil }
}

extension Responder where Self: EventHandling {
  /// The responder itself.
  public var eventHandling: (any EventHandling)? { self }
}

extension Responder {
  /// Sends an event, which rises from here.
  ///
  /// The path is fixed before the first handler runs: a change of the chain by a handler counts for
  /// the next event. The path holds its responders strongly until the delivery of the event has
  /// ended. No handler runs on a path that is a cycle, or longer than
  /// ``EventRouting/maximumPathLength``. All handlers have run when this returns.
  ///
  /// - Parameters:
  ///   - name: The name of the event.
  ///   - info: The values that the event carries; the caller's own value is never changed.
  /// - Returns: The responders that handled it, and how far it rose.
  @discardableResult
  public func send(_ name: EventName, _ info: EventInfo = EventInfo()) -> EventResult {
    EventRouting.dispatch(name, ResponderEvent(name, info, sender: self), from: self)
  }

  /// Sends a typed event, which rises from here like any other.
  ///
  /// - Returns: The responders that handled it, and how far it rose.
  @discardableResult
  public func send<Event: TypedEvent>(_ event: Event) -> EventResult {
    EventRouting.dispatch(Event.name, ResponderEvent(event, sender: self), from: self)
  }

  /// Returns the responders with a handler for an event sent from here, nearest first; no event is
  /// sent.
  ///
  /// Disabled entries do not count. An event that would not be delivered, for example because its
  /// path is a cycle, has no handlers. If a handler stops the event, the responders after it do not
  /// get it.
  public func whoHandles(_ name: EventName) -> [any Responder] {
    var path = EventPath()
    path.fill(from: self)
    guard path.isDeliverable else { return [] }
    return path.stations.filter { $0.handling.handler(for: name) != nil }
      .map { path.nodes[$0.index] }
  }
}
