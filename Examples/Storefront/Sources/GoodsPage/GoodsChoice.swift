/// The user's choices on a goods page.
public struct GoodsChoice: Hashable, Sendable {
  /// The coupons, in the order in which they were taken.
  public var tickets: [String] = []
  /// The city of the delivery.
  public var city: String?
  /// The variant.
  public var sku: String?

  /// Creates a choice.
  public init(tickets: [String] = [], city: String? = nil, sku: String? = nil) {
    self.tickets = tickets
    self.city = city
    self.sku = sku
  }
}
