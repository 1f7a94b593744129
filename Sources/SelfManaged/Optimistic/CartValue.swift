/// How many of a product are in the cart, as it is shown and confirmed.
public struct CartValue: Hashable, Sendable {
  /// How many there are; never below 0.
  public var quantity: Int
  /// How many the server allows, as far as it has said.
  public var limits: QuantityLimits
  /// Whether the server has told the quantity yet; until then it is a guess.
  public var isKnown: Bool

  /// Creates a value; a quantity below 0 counts as 0.
  public init(quantity: Int, limits: QuantityLimits = QuantityLimits(), isKnown: Bool = true) {
    self.quantity = max(0, quantity)
    self.limits = limits
    self.isKnown = isKnown
  }

  /// Nothing is known yet; 0 is shown.
  public static let unknown = Self(quantity: 0, isKnown: false)
}
