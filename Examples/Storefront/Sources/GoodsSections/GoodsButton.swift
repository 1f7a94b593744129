package import Components

/// A button on a goods page: it sends its event and knows none of the possible handlers.
@MainActor
package final class GoodsButton: Responder {
  /// The cell that contains it.
  package weak var nextResponder: (any Responder)?
  /// The words on it.
  package let label: String
  /// The event that a tap sends.
  package let event: EventName
  private let info: EventInfo

  init(_ label: String, _ event: String, _ info: EventInfo = [:]) {
    self.label = label
    self.event = EventName(rawValue: event)
    self.info = info
  }

  @discardableResult
  package func tap() -> EventResult { send(event, info) }
}
