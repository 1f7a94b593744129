public import Components

/// Something to tap on a goods page: it sends its event and knows nobody who might handle it.
@MainActor
public final class GoodsButton: Responder {
  /// The cell it stands in.
  public weak var nextResponder: (any Responder)?
  /// The event that a tap sends.
  public let event: EventName
  private let info: EventInfo

  init(_ event: String, _ info: EventInfo = [:]) {
    self.event = EventName(event)
    self.info = info
  }

  /// The person tapped it.
  @discardableResult
  public func tap() -> EventResult { send(event, info) }
}
