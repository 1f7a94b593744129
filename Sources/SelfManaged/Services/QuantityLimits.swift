/// How many of a product the server allows, as far as it has said.
public struct QuantityLimits: Hashable, Sendable {
  /// The least quantity above 0.
  public var minimum: Int?
  /// The greatest quantity; 0 when it is sold out.
  public var maximum: Int?

  /// Creates limits; `nil` is not said.
  ///
  /// A limit that was lifted is said with `1` or `Int.max`.
  public init(minimum: Int? = nil, maximum: Int? = nil) {
    self.minimum = minimum
    self.maximum = maximum
  }
}
