/// What a person has chosen on a goods page.
public struct GoodsChoice: Hashable, Sendable {
  /// The coupons, in the order in which they were taken.
  public var tickets: [String] = []
  /// Where to deliver.
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
