public import Components

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
public struct GoodsSections {
  /// Takes a coupon.
  public let ticket = GoodsButton("goods.ticket", ["ticket": "spring", "off": 5])
  /// Opens the offer for the product.
  public let promotion = GoodsButton("goods.promotion")
  /// Opens the offer for another product.
  public let suggestion = GoodsButton("goods.promotion", ["product": "pear"])
  /// Opens an offer that ends soon, and has a button that sets a reminder of it.
  public let offer = OfferCell("three for two", hours: 6)
  /// Shows the reviews.
  public let score = GoodsButton("goods.score")
  /// Chooses the city of the delivery.
  public let address = GoodsButton("goods.address", ["city": "Oslo"])
  /// Explains returns.
  public let service = GoodsButton("goods.service", ["days": 7])
  /// Chooses the red variant.
  public let red = GoodsButton("goods.sku", ["sku": "red"])
  /// Chooses the green variant.
  public let green = GoodsButton("goods.sku", ["sku": "green"])
  /// Buys one.
  public let buy = GoodsButton("goods.buy", ["quantity": 1])
  /// Shares the page; no responder handles this event.
  public let share = GoodsButton("goods.share")

  /// The sections.
  public let all: [GoodsSection]

  /// The taken coupons, as recorded by the ticket section.
  public let taken: TakenTickets

  /// Creates the sections; their events rise to `page`.
  public init(on page: any Responder) throws {
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
  public var buttons: [GoodsButton] { all.flatMap(\.cells).flatMap(\.buttons) }
}
