/// The name of an event.
///
/// An app adds its own names as static members:
///
/// ```swift
/// extension EventName { static let buy: Self = "buy" }
/// ```
///
/// Two equal names identify the same event, even if independent modules declare them.
public struct EventName: RawRepresentable, Hashable, Sendable {
  /// The text of the name.
  public let rawValue: String

  /// Creates a name from its text.
  public init(rawValue: String) { self.rawValue = rawValue }
}

extension EventName: ExpressibleByStringLiteral {
  /// Creates a name from a literal.
  public init(stringLiteral name: String) { self.init(rawValue: name) }
}

extension EventName: CustomStringConvertible {
  /// The text of the name.
  public var description: String { rawValue }
}

/// The name of a value in an ``EventInfo``, and the expected type of the value.
///
/// An app adds its own keys as static members:
///
/// ```swift
/// extension EventKey where Value == Int { static var row: Self { "row" } }
/// ```
///
/// The name alone identifies the value. Two keys with one name and different types identify the
/// same value. ``EventInfo/value(for:)`` with the wrong type throws a ``PayloadError``.
public struct EventKey<Value: Sendable>: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name of the value.
  public let name: String

  /// Creates a key from its name.
  public init(_ name: String) { self.name = name }

  /// Creates a key from a literal.
  public init(stringLiteral name: String) { self.name = name }
}

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
