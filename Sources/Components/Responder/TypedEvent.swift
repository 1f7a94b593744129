/// An event with its own Swift type, for modules that share that type.
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
/// name receives it too.
///
/// ### Implementing this protocol
/// Give every type a unique name.
public protocol TypedEvent: Sendable {
  /// The name under which it is handled.
  static var name: EventName { get }

  /// The values for handlers that are registered by name; empty by default.
  ///
  /// Read once for each send. It is not read where no responder on the path handles events and no
  /// observer of all events is registered.
  var info: EventInfo { get }
}

extension TypedEvent {
  /// Empty information.
  public var info: EventInfo { EventInfo() }
}
