public import SelfManaged

/// A product, as a screen shows one.
public struct StorefrontProduct: Hashable, Sendable {
  /// The product's id.
  public let id: String
  /// The product's name.
  public let name: String
  /// How many are in the cart, and how many are allowed.
  public let cart: CartAnswer
}
