package import Components

/// The sections of a goods page, from top to bottom.
///
/// This module imports only `Components`. A handler needs to know the names of the events and the
/// keys of their information, whose values have types of the standard library:
///
/// | event | carries |
/// |---|---|
/// | `goods.ticket` | `ticket`, `off` (`Int`, percent) |
/// | `goods.promotion` | `product`, if it is another product |
/// | `goods.offer` | `offer` |
/// | `goods.remind` | `offer`, `hours` (`Int`) |
/// | `goods.score` | |
/// | `goods.address` | `city` |
/// | `goods.service` | `days` (`Int`) |
/// | `goods.sku` | `sku` |
/// | `goods.buy` | `quantity` (`Int`) |
/// | `goods.share` | |
///
/// Every event also carries the `section` of its sender.
@MainActor
package struct GoodsSections {
  /// Takes a coupon.
  package let ticket = GoodsButton("Take 5 % off", "goods.ticket", ["ticket": "spring", "off": 5])
  /// Opens the offer for the product.
  package let promotion = GoodsButton("Offer", "goods.promotion")
  /// Opens the offer for another product.
  package let suggestion = GoodsButton("Goes with pears", "goods.promotion", ["product": "pear"])
  /// Opens an offer that ends soon, and has a button that sets a reminder of it.
  package let offer = OfferCell("three for two", hours: 6)
  /// Shows the reviews.
  package let score = GoodsButton("Reviews", "goods.score")
  /// Chooses the city of the delivery.
  package let address = GoodsButton("To Oslo", "goods.address", ["city": "Oslo"])
  /// Explains returns.
  package let service = GoodsButton("Returns", "goods.service", ["days": 7])
  /// Chooses the red variant.
  package let red = GoodsButton("Red", "goods.sku", ["sku": "red"])
  /// Chooses the green variant.
  package let green = GoodsButton("Green", "goods.sku", ["sku": "green"])
  /// Buys one.
  package let buy = GoodsButton("Buy one", "goods.buy", ["quantity": 1])
  /// Shares the page; no responder handles this event.
  package let share = GoodsButton("Share", "goods.share")

  package let all: [GoodsSection]

  /// The taken coupons, as recorded by the ticket section.
  package let taken: TakenTickets

  /// Creates the sections; their events rise to `page`.
  package init(on page: any Responder) {
    let offers = GoodsSection("offers", GoodsCell(ticket), GoodsCell(promotion, suggestion))
    all = [
      GoodsSection("price", GoodsCell(score, share)), offers,
      GoodsSection("delivery", GoodsCell(address), GoodsCell(service)),
      GoodsSection("choice", GoodsCell(red, green)), GoodsSection("bar", GoodsCell(buy)),
    ]
    for section in all { section.nextResponder = page }
    offer.nextResponder = offers
    let taken = TakenTickets()
    offers.table.on(ticket.event) { event in
      taken.names.append(try event.value(for: "ticket"))
      return .handledContinue
    }
    self.taken = taken
  }

  /// The buttons of all sections, from top to bottom, without the one in ``offer``.
  package var buttons: [GoodsButton] { all.flatMap(\.cells).flatMap(\.buttons) }
}
