/// An event with its own Swift type, for modules that share the type.
///
/// ```swift
/// struct BuyTapped: TypedEvent {
///   static let name = EventName.buy
///   var sku: String
///   var info: EventInfo { ["sku": sku] }   // for handlers that are registered by name
/// }
///
/// button.send(BuyTapped(sku: "red"))
/// table.on(BuyTapped.self) { buy, _ in … }
/// ```
///
/// A typed event also has a name. A handler that is registered by name receives it too.
///
/// ### Implementing this protocol
/// Each type needs a unique ``name``.
public protocol TypedEvent: Sendable {
  /// The name of the event, unique among all events.
  static var name: EventName { get }

  /// The values for handlers that are registered by name; empty by default.
  ///
  /// Read at most once for each send, on the main actor, before the first handler runs. It is read
  /// only if a responder on the path handles events, if ``EventRouting`` has an observer, a trace
  /// or an `onUnhandled`, or for a debug message.
  var info: EventInfo { get }
}

extension TypedEvent {
  /// No values.
  public var info: EventInfo { EventInfo() }
}
