package import Components

/// A row for an offer: a tap on the row opens the offer, and a button in it sets a reminder.
///
/// The two taps are two events. The row adds its offer to both, so the button does not know in
/// which row it is.
@MainActor
package final class OfferCell: Responder, EventProxy {
  /// The section that contains the row.
  package weak var nextResponder: (any Responder)?
  /// Sets a reminder of the offer before it ends.
  package let remind: GoodsButton
  package let table = EventTable()

  init(_ offer: String, hours: Int) {
    remind = GoodsButton("Remind me", "goods.remind", ["hours": hours])
    remind.nextResponder = self
    table.decorator = { info, _ in info.set(offer, for: "offer") }
  }

  /// Handles a tap of the user on the row, outside of its button.
  @discardableResult
  package func tap() -> EventResult { send("goods.offer") }
}
