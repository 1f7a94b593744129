/// A product's cart quantity and its limits, as displayed and as confirmed.
public struct CartValue: Hashable, Sendable {
  /// The quantity, which the initializer clamps to 0 or more.
  public var quantity: Int
  /// The quantity limits that the server has reported.
  public var limits: QuantityLimits
  /// Whether the server has reported the quantity; until then it is a guess.
  public var isKnown: Bool

  /// Creates a value; a quantity below 0 counts as 0.
  public init(quantity: Int, limits: QuantityLimits = QuantityLimits(), isKnown: Bool = true) {
    self.quantity = max(0, quantity)
    self.limits = limits
    self.isKnown = isKnown
  }

  /// An unknown quantity, displayed as 0.
  public static let unknown = Self(quantity: 0, isKnown: false)
}
