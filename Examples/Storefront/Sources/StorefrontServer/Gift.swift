import StorefrontWire

/// The gift that the shop adds to a cart, and removes.
enum Gift {
  /// The least sum of the lines.
  static let threshold = Money(cents: 2000)

  static let line = StorefrontCart.Line(
    id: "tote", name: "Tote bag", price: Money(cents: 0), quantity: 1, maximum: 1,
    gift: "A gift with \(threshold) or more")

  static func message(isAdded: Bool) -> String {
    isAdded
      ? "The shop added a tote bag: a gift with \(threshold) or more"
      : "The shop removed the tote bag: it is a gift with \(threshold) or more"
  }
}

extension StorefrontCart {
  /// Computes the amounts of a cart, and adds the gift.
  init(version: Int, sequence: Int, lines: [Line]) {
    let subtotal = lines.reduce(0) { $0 + $1.price.cents * $1.quantity }
    let delivery = subtotal == 0 ? 0 : 490
    self.init(
      version: version, sequence: sequence,
      lines: subtotal < Gift.threshold.cents ? lines : lines + [Gift.line],
      subtotal: Money(cents: subtotal), delivery: Money(cents: delivery),
      total: Money(cents: subtotal + delivery))
  }

  var hasGift: Bool { lines.contains { $0.gift != nil } }
}
