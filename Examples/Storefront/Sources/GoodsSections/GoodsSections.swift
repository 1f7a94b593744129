public import Components

/// The sections of a goods page, from top to bottom.
///
/// This module imports nothing but `Components`. Whoever handles its events knows their names and the
/// texts of what they carry, all of them types of the standard library:
///
/// | event | carries |
/// |---|---|
/// | `goods.ticket` | `ticket`, `off` (`Int`, percent) |
/// | `goods.promotion` | `product`, where it is another's |
/// | `goods.score` | |
/// | `goods.address` | `city` |
/// | `goods.service` | `days` (`Int`) |
/// | `goods.sku` | `sku` |
/// | `goods.buy` | `quantity` (`Int`) |
/// | `goods.share` | |
///
/// Every one carries the `section` it was sent from as well.
@MainActor
public struct GoodsSections {
  /// Takes a coupon.
  public let ticket = GoodsButton("goods.ticket", ["ticket": "spring", "off": 5])
  /// Opens the offer that goes with the product.
  public let promotion = GoodsButton("goods.promotion")
  /// Opens the offer that goes with another product.
  public let suggestion = GoodsButton("goods.promotion", ["product": "pear"])
  /// Shows the reviews.
  public let score = GoodsButton("goods.score")
  /// Chooses where to deliver.
  public let address = GoodsButton("goods.address", ["city": "Oslo"])
  /// Explains how to return.
  public let service = GoodsButton("goods.service", ["days": 7])
  /// Chooses the red one.
  public let red = GoodsButton("goods.sku", ["sku": "red"])
  /// Chooses the green one.
  public let green = GoodsButton("goods.sku", ["sku": "green"])
  /// Buys one.
  public let buy = GoodsButton("goods.buy", ["quantity": 1])
  /// Shares the page, which no page knows how to.
  public let share = GoodsButton("goods.share")

  /// The sections.
  public let all: [GoodsSection]

  /// The coupons that were taken, as the ticket section itself keeps them.
  public let taken: TakenTickets

  /// Makes the sections; their events rise to `page`.
  public init(on page: any Responder) throws {
    let offers = GoodsSection("offers", GoodsCell(ticket), GoodsCell(promotion, suggestion))
    all = [
      GoodsSection("price", GoodsCell(score, share)), offers,
      GoodsSection("delivery", GoodsCell(address), GoodsCell(service)),
      GoodsSection("choice", GoodsCell(red, green)), GoodsSection("bar", GoodsCell(buy)),
    ]
    for section in all { section.nextResponder = page }
    let taken = TakenTickets()
    try offers.table.on(ticket.event) { event in
      taken.names.append(try event.value(for: "ticket"))
      return .handledPassOn
    }
    self.taken = taken
  }

  /// Every button, from top to bottom.
  public var buttons: [GoodsButton] { all.flatMap(\.cells).flatMap(\.buttons) }
}
