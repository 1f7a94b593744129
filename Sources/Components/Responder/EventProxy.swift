/// An object that handles events for a responder by its table.
///
/// ```swift
/// final class GoodsProxy: EventProxy {
///   let table = EventTable()
///
///   init() throws {
///     try table.on(.buy, self, GoodsProxy.buy)
///   }
///
///   private func buy(_ event: ResponderEvent) throws -> Handling {
///     order(try event.value(for: .sku))
///     return .stop
///   }
/// }
/// ```
///
/// The page holds it and returns it as its ``Responder/eventHandling``; a page that conforms itself
/// has the table in the page.
@MainActor
public protocol EventProxy: EventHandling {
  /// Which event has which handler.
  var table: EventTable { get }
}

extension EventProxy {
  /// The table's.
  public func handler(for name: EventName) -> EventHandler? { table.handler(for: name) }

  /// Adds what the table adds.
  public func decorate(_ info: inout EventInfo, for context: EventContext) {
    table.decorate(&info, for: context)
  }

  /// Notifies the table's observer.
  public func observe(_ event: ResponderEvent, _ result: EventResult) {
    table.observe(event, result)
  }

  /// Whether the table has a disabled one.
  public func isDisabled(_ name: EventName) -> Bool { table.isDisabled(name) }
}
