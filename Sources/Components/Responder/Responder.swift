/// An object on the chain along which events rise.
///
/// One line makes a class part of it:
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
/// An event starts at its sender and rises to whoever handles it. A responder that doesn't know an
/// event needs no code to pass it on. All components of this package are responders.
///
/// ### Implementing this protocol
/// Keep ``nextResponder`` weak: parents own their children, and a strong link back would keep both
/// alive. Where the parent has gone, the chain ends, and ``EventRouting/onUnhandled`` says where.
///
/// To handle events, conform to ``EventProxy`` as well, so that your ``EventTable`` can't be
/// forgotten; or return a table, or another object that handles, from ``eventHandling``. A class whose
/// *superclass* is the responder has to override `eventHandling`, which the superclass therefore
/// declares. A responder that owns a table or a proxy and returns `nil` is named in the
/// ``EventReport``, and in debug builds also on the standard error stream.
@MainActor
public protocol Responder: AnyObject {
  /// Where an event goes that rises from here; `nil` at the root.
  ///
  /// Asked once for each event, before its first handler runs. Events follow what is declared here
  /// and nothing else: a sheet's events reach the list behind it only if the sheet names it.
  var nextResponder: (any Responder)? { get }

  /// Who handles the events that come by here; `nil` by default, or the responder itself if it
  /// conforms to ``EventHandling``.
  ///
  /// Asked once for each event, before its first handler runs.
  var eventHandling: (any EventHandling)? { get }
}

extension Responder {
  /// Nobody: every event passes on.
  public var eventHandling: (any EventHandling)? { nil }
}

extension Responder where Self: EventHandling {
  /// The responder itself.
  public var eventHandling: (any EventHandling)? { self }
}

extension Responder {
  /// Sends an event, which rises from here.
  ///
  /// The path is fixed before the first handler runs: what a handler does to the chain counts for
  /// the next event. It holds its responders strongly until the event has come to its end. No
  /// handler runs on a path that is a cycle, or longer than ``EventRouting/maximumPathLength``. All
  /// handlers have run when this returns.
  ///
  /// - Parameters:
  ///   - name: What happened.
  ///   - info: What there is to tell of it; the caller's own value is never changed.
  /// - Returns: Who handled it, and how far it rose.
  @discardableResult
  public func send(_ name: EventName, _ info: EventInfo = EventInfo()) -> EventResult {
    EventRouting.dispatch(name, ResponderEvent(name, info, sender: self), from: self)
  }

  /// Sends an event of a type of its own, which rises from here like any other.
  ///
  /// - Returns: Who handled it, and how far it rose.
  @discardableResult
  public func send<Event: TypedEvent>(_ event: Event) -> EventResult {
    EventRouting.dispatch(Event.name, ResponderEvent(event, sender: self), from: self)
  }

  /// Who would be asked to handle an event sent from here, nearest first; nothing is sent.
  ///
  /// Disabled entries count as none. An event that would not be delivered, for example because its
  /// path is a cycle, has none. A handler that stops the event keeps it from those after it.
  public func whoHandles(_ name: EventName) -> [any Responder] {
    var path = EventPath()
    path.fill(from: self)
    guard path.isDeliverable else { return [] }
    return path.stations.filter { $0.handling.handler(for: name) != nil }
      .map { path.nodes[$0.index] }
  }
}
