/// The texts that a number editor accepts as a quantity.
///
/// An editor reads " １２ " as 12, and rejects "1.5" with ``Problem/fraction``.
///
/// It accepts digits from 0 to 9. It also accepts full-width digits and surrounding white
/// space, the ideographic space included, because input methods produce them. It rejects grouping
/// marks and the digits of other scripts as ``Problem/notANumber``, because "1,000" has different
/// meanings in different locales.
public enum QuantityText {
  /// The reason why a text is not a quantity.
  public enum Problem: Error, Hashable, Sendable {
    /// The text is empty or white space only.
    case empty
    /// The text contains something other than digits.
    case notANumber
    /// The text is a number with a decimal point.
    case fraction
    /// The text is a whole number with a minus sign.
    case negative
    /// The text is a whole number that is too large for `Int`.
    case overflow
  }

  /// Returns the quantity in `text`, or the reason why there is none; never traps.
  package static func parse(_ text: String) -> Result<Int, Problem> {
    var scalars = Substring(text).unicodeScalars
    while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
    while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    guard let first = scalars.first else { return .failure(.empty) }
    let isNegative = first == "-" || first == "\u{FF0D}" || first == "\u{2212}"
    if isNegative { scalars.removeFirst() }
    if let point = scalars.firstIndex(where: { $0 == "." || $0 == "\u{FF0E}" }) {
      let (whole, part) = (scalars[..<point], scalars[scalars.index(after: point)...])
      let isFraction = [whole, part].allSatisfy { $0.isEmpty || digits(of: $0) != nil }
      return .failure(isFraction && scalars.count > 1 ? .fraction : .notANumber)
    }
    guard let digits = digits(of: scalars) else { return .failure(.notANumber) }
    guard !isNegative else { return .failure(.negative) }
    var number = 0
    for digit in digits {
      let tens = number.multipliedReportingOverflow(by: 10)
      let sum = tens.partialValue.addingReportingOverflow(digit)
      guard !tens.overflow, !sum.overflow else { return .failure(.overflow) }
      number = sum.partialValue
    }
    return .success(number)
  }

  /// Returns the digits; `nil` if there are none, or if there are other characters.
  private static func digits(of scalars: Substring.UnicodeScalarView) -> [Int]? {
    var digits: [Int] = []
    for scalar in scalars {
      switch scalar.value {
      case 0x30...0x39: digits.append(Int(scalar.value - 0x30))
      case 0xFF10...0xFF19: digits.append(Int(scalar.value - 0xFF10))
      default: return nil
      }
    }
    return digits.isEmpty ? nil : digits
  }
}
