public import Components

/// A button on a goods page: it sends its event and knows none of the possible handlers.
@MainActor
public final class GoodsButton: Responder {
  /// The cell that contains it.
  public weak var nextResponder: (any Responder)?
  /// The event that a tap sends.
  public let event: EventName
  private let info: EventInfo

  init(_ event: String, _ info: EventInfo = [:]) {
    self.event = EventName(rawValue: event)
    self.info = info
  }

  /// Handles a tap of the user.
  @discardableResult
  public func tap() -> EventResult { send(event, info) }
}
