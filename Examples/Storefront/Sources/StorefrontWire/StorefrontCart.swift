package import SelfManaged

/// The cart of a user: the reply to each read and change of it, and the content of its pushes.
package struct StorefrontCart: Hashable, Sendable, Codable {
  /// The version of the whole cart, which rises with each change.
  package var version: Int
  /// The last change in the journal when the cart was read; later changes are pushed.
  package var sequence: Int
  /// All products of the shop in a fixed order, and the gift; a product that is not in the cart has
  /// the quantity 0 and its limits.
  package var lines: [Line]
  /// The sum of the lines.
  package var subtotal: Money
  /// The price of the delivery; 0 if the cart is empty.
  package var delivery: Money
  /// The amount to pay.
  package var total: Money
  /// The reason why a product's quantity differs from the requested one.
  package var notice: String?
  /// The message about a line that the shop has added or removed with this change.
  package var message: String?

  package init(
    version: Int, sequence: Int, lines: [Line], subtotal: Money, delivery: Money, total: Money
  ) {
    self.version = version
    self.sequence = sequence
    self.lines = lines
    self.subtotal = subtotal
    self.delivery = delivery
    self.total = total
  }

  /// One product, or the gift.
  package struct Line: Hashable, Sendable, Codable {
    package var id: String
    package var name: String
    /// The price of one unit.
    package var price: Money
    package var quantity: Int
    /// The minimum quantity above 0.
    package var minimum: Int
    /// The maximum quantity; 0 if the product is sold out.
    package var maximum: Int
    /// The reason why the shop has added the line; `nil` for the user's own.
    package var gift: String?

    package init(
      id: String, name: String, price: Money, quantity: Int, minimum: Int = 1, maximum: Int,
      gift: String? = nil
    ) {
      self.id = id
      self.name = name
      self.price = price
      self.quantity = quantity
      self.minimum = minimum
      self.maximum = maximum
      self.gift = gift
    }
  }

  /// The report for a session; its payload is this cart, and each line's payload is the line.
  package var report: Cart {
    Cart(
      lines: lines.map { line in
        Cart.Line(
          productID: line.id, quantity: line.quantity,
          limits: QuantityLimits(
            minimum: line.minimum > 1 ? line.minimum : nil, maximum: line.maximum),
          payload: line)
      },
      total: total.description, version: version, notice: message, payload: self)
  }
}
