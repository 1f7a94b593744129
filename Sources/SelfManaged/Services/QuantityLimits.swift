/// The limits of a product's quantity, as reported by the server.
public struct QuantityLimits: Hashable, Sendable {
  /// The smallest quantity above 0.
  public var minimum: Int?
  /// The greatest quantity that this user can have, not the quantity that is left; 0 if the product
  /// is sold out.
  ///
  /// A lower maximum without a quantity does not change the quantity.
  public var maximum: Int?

  /// Creates limits; `nil` means unspecified.
  ///
  /// To report that a limit was lifted, pass a minimum of `1` or a maximum of `Int.max`.
  public init(minimum: Int? = nil, maximum: Int? = nil) {
    self.minimum = minimum
    self.maximum = maximum
  }
}
