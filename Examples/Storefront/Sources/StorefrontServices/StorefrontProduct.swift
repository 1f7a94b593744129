public import StorefrontWire

/// A product for a screen.
public struct StorefrontProduct: Hashable, Sendable, Decodable {
  /// The product's ID.
  public let id: String
  /// The product's name.
  public let name: String
  /// The price of one unit.
  public let price: Money
}
