package import Components

/// A row for an offer: a tap on the row opens the offer, and the countdown in it has a button.
///
/// The two taps are two events. The row adds its offer to both, so the button does not know in
/// which row it is.
@MainActor
package final class OfferCell: Responder, EventProxy {
  /// The section that contains the row.
  package weak var nextResponder: (any Responder)?
  /// The view in the row that shows the time left.
  package let countdown: OfferCountdown
  package let table = EventTable()

  init(_ offer: String, hours: Int) {
    countdown = OfferCountdown(hours: hours)
    countdown.nextResponder = self
    table.decorator = { info, _ in info.set(offer, for: "offer") }
  }

  /// Handles a tap of the user on the row, outside of its button.
  @discardableResult
  package func tap() -> EventResult { send("goods.offer") }
}
