package import StorefrontWire

/// A product for a screen.
package struct StorefrontProduct: Hashable, Sendable, Decodable {
  package let id: String
  package let name: String
  /// The price of one unit.
  package let price: Money
}
