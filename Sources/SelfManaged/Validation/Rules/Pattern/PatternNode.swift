/// A node in the structure of a regular expression, which combines single-character parts.
indirect enum PatternNode: Sendable {
  /// One character that passes a test.
  case character(PatternCharacter)
  /// The beginning of the text.
  case start
  /// The end of the text.
  case end(orBeforeLastNewline: Bool)
  /// Several parts, one after the other; an empty sequence matches everywhere.
  case sequence([PatternNode])
  /// One of several alternatives.
  case choice([PatternNode])
  /// A part that is repeated between `least` and `most` times; `nil` means unlimited.
  case repeated(PatternNode, least: Int, most: Int?)
  /// A lookahead: the text that follows must match, or must not, and is not consumed.
  case lookahead(PatternNode, isNegated: Bool)
}

/// A test for one character of a text.
///
/// Swift's `Regex` receives only single characters, so it can't backtrack.
struct PatternCharacter: Sendable {
  private let test: Test

  private enum Test: Sendable {
    case literal(Character)
    case expression(ExpressionTest)
  }

  /// Creates a test that accepts one character; equal characters may have different scalars.
  init(literal: Character) { test = .literal(literal) }

  /// Creates a test that accepts the characters that a single-character expression matches, such as
  /// `[a-z]`, `.` or `\p{Han}`.
  init(expression: String) throws { test = .expression(try ExpressionTest(expression)) }

  /// The greatest number of scalars of a text that can equal a text of `count` scalars.
  ///
  /// A scalar has at most four scalars in its decomposition. A longer character is rejected without a
  /// comparison, since comparing many combining marks takes quadratic time.
  static func longestEquivalent(of count: Int) -> Int { 4 * count }

  /// Whether a character passes.
  func accepts(_ character: Character) -> Bool {
    switch test {
    case .literal(let literal) where literal.isASCII:
      // For `Regex`, the Kelvin sign is not K, although the two are equal.
      character.unicodeScalars.elementsEqual(literal.unicodeScalars)
    case .literal(let literal):
      character.unicodeScalars.count <= Self.longestEquivalent(of: literal.unicodeScalars.count)
        && character == literal
    case .expression(let expression): expression.accepts(character)
    }
  }
}

/// A test for a single-character expression, with precomputed results for ASCII.
private final class ExpressionTest: Sendable {
  // A Regex is not Sendable, since it may contain closures and compiles itself at its first match.
  // A Regex that is created from a text contains no closures. In all releases that have the type,
  // it stores its compiled form with an atomic operation, so several threads may match it at once.
  nonisolated(unsafe) private let regex: Regex<AnyRegexOutput>
  private let ascii: [Bool]
  /// The number of scalars that decide whether a character passes.
  private let longest: Int

  init(_ expression: String) throws {
    let regex = try Regex(expression)
    self.regex = regex
    longest = PatternCharacter.longestEquivalent(of: expression.unicodeScalars.count)
    ascii = (0..<128).map { String(UnicodeScalar(UInt8($0))).wholeMatch(of: regex) != nil }
  }

  func accepts(_ character: Character) -> Bool {
    let scalars = character.unicodeScalars
    if let scalar = scalars.first, scalar.isASCII, scalars.dropFirst().isEmpty {
      return ascii[Int(scalar.value)]
    }
    return String(scalars.prefix(longest)).wholeMatch(of: regex) != nil
  }
}
