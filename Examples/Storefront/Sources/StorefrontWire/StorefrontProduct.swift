/// A product.
package struct StorefrontProduct: Hashable, Sendable, Codable {
  package let id: String
  package let name: String
  /// The price of one unit.
  package let price: Money
}
