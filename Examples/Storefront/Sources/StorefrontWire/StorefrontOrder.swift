/// The reply to an order.
public struct StorefrontOrder: Hashable, Sendable, Codable {
  /// The number of the order.
  public var number: Int
  /// The amount to pay.
  public var total: Money
  /// The cart after the order, which is empty.
  public var cart: StorefrontCart

  /// Creates a reply.
  public init(number: Int, total: Money, cart: StorefrontCart) {
    self.number = number
    self.total = total
    self.cart = cart
  }
}
