/// The quantity limits of a product that the server has reported.
public struct QuantityLimits: Hashable, Sendable {
  /// The least quantity above 0.
  public var minimum: Int?
  /// The greatest quantity; 0 when the product is sold out.
  public var maximum: Int?

  /// Creates limits; `nil` means unspecified.
  ///
  /// Report a limit that was lifted as `1` (minimum) or `Int.max` (maximum).
  public init(minimum: Int? = nil, maximum: Int? = nil) {
    self.minimum = minimum
    self.maximum = maximum
  }
}
