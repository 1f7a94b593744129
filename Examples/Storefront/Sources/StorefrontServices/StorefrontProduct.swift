public import SelfManaged

/// A product for a screen.
public struct StorefrontProduct: Hashable, Sendable {
  /// The product's ID.
  public let id: String
  /// The product's name.
  public let name: String
  /// The quantity in the cart, and its limits.
  public let cart: CartAnswer
}
