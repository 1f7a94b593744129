/// The reply to an order.
package struct StorefrontOrder: Hashable, Sendable, Codable {
  package var number: Int
  /// The amount to pay.
  package var total: Money
  /// The cart after the order, which is empty.
  package var cart: StorefrontCart

  package init(number: Int, total: Money, cart: StorefrontCart) {
    self.number = number
    self.total = total
    self.cart = cart
  }
}
