/// An amount in euros.
public struct Money: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The number of cents, at least 0.
  public var cents: Int

  /// Creates an amount.
  public init(cents: Int) { self.cents = cents }

  /// Decodes a number of cents.
  public init(from decoder: any Decoder) throws {
    cents = try decoder.singleValueContainer().decode(Int.self)
  }

  /// Encodes the number of cents.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(cents)
  }

  /// The amount as a text, such as "12.50 €".
  public var description: String {
    "\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100) €"
  }
}
