import Foundation

/// An amount in euros.
package struct Money: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The number of cents, at least 0.
  package var cents: Int

  package init(cents: Int) { self.cents = cents }

  package init(from decoder: any Decoder) throws {
    cents = try decoder.singleValueContainer().decode(Int.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(cents)
  }

  /// The amount as a text, such as "1,012.50 €".
  package var description: String {
    let format = Decimal.FormatStyle(locale: Locale(identifier: "en")).precision(.fractionLength(2))
    return (Decimal(cents) / 100).formatted(format) + " €"
  }
}
