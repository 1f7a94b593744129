package import Components

/// The time that is left of an offer, with a button: it adds the hours to the button's event.
@MainActor
package final class OfferCountdown: Responder, EventProxy {
  /// The row that contains the countdown.
  package weak var nextResponder: (any Responder)?
  /// Sets a reminder of the offer.
  package let remind = GoodsButton("goods.remind")
  package let table = EventTable()

  init(hours: Int) {
    remind.nextResponder = self
    table.decorator = { info, _ in info.set(hours, for: "hours") }
  }
}
