/// The user's choices on a goods page.
package struct GoodsChoice: Hashable, Sendable {
  /// The coupons, in the order in which they were taken.
  package var tickets: [String] = []
  /// The city of the delivery.
  package var city: String?
  package var sku: String?

  package init(tickets: [String] = [], city: String? = nil, sku: String? = nil) {
    self.tickets = tickets
    self.city = city
    self.sku = sku
  }
}
