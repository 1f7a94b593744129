public import Components

/// The time that is left of an offer, with a button: it adds the hours to the button's event.
@MainActor
public final class OfferCountdown: Responder, EventProxy {
  /// The row that contains the countdown.
  public weak var nextResponder: (any Responder)?
  /// Sets a reminder of the offer.
  public let remind = GoodsButton("goods.remind")
  /// The handlers of the countdown.
  public let table = EventTable()

  init(hours: Int) {
    remind.nextResponder = self
    table.decorator = { info, _ in info.set(hours, for: "hours") }
  }
}
