/// An event as a type of its own, for modules that share that type.
///
/// ```swift
/// struct BuyTapped: TypedEvent {
///   static let name = EventName.buy
///   var sku: String
///   var info: EventInfo { ["sku": sku] }   // for handlers that know the name alone
/// }
///
/// button.send(BuyTapped(sku: "red"))
/// try table.on(BuyTapped.self) { buy, _ in … }
/// ```
///
/// It travels under its name in the same tables as every other event, so a handler registered by
/// name hears it too.
///
/// ### Implementing this protocol
/// Give every type a name of its own.
public protocol TypedEvent: Sendable {
  /// The name under which it is handled.
  static var name: EventName { get }

  /// What it tells handlers that know only its name; nothing by default.
  ///
  /// Asked once for each send, and not at all where nobody handles or observes any event.
  var info: EventInfo { get }
}

extension TypedEvent {
  /// Nothing.
  public var info: EventInfo { EventInfo() }
}
