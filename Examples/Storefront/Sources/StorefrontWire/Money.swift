import Foundation

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

  /// The amount as a text, such as "1,012.50 €".
  public var description: String {
    let format = Decimal.FormatStyle(locale: Locale(identifier: "en")).precision(.fractionLength(2))
    return (Decimal(cents) / 100).formatted(format) + " €"
  }
}
