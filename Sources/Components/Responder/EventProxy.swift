/// An object that handles events with an event table.
///
/// ```swift
/// final class GoodsProxy: EventProxy {
///   let table = EventTable()
///
///   init() {
///     table.on(.buy, self, GoodsProxy.buy)
///   }
///
///   private func buy(_ event: ResponderEvent) throws -> Handling {
///     order(try event.value(for: .sku))
///     return .stop
///   }
/// }
/// ```
///
/// A responder owns the proxy and returns it as its ``Responder/eventHandling``. A responder that
/// conforms to `EventProxy` itself owns the table and needs no separate proxy.
@MainActor
public protocol EventProxy: EventHandling {
  /// The table of handlers.
  var table: EventTable { get }
}

extension EventProxy {
  /// Returns the table's handler.
  public func handler(for name: EventName) -> EventHandler? { table.handler(for: name) }

  /// Calls the table's decorator.
  public func decorate(_ info: inout EventInfo, for context: EventContext) {
    table.decorate(&info, for: context)
  }

  /// Calls the table's observer.
  public func observe(_ event: ResponderEvent, _ result: EventResult) {
    table.observe(event, result)
  }
}
