/// The structure of a regular expression: how its single-character parts are combined.
indirect enum PatternNode: Sendable {
  /// One character that passes a test.
  case character(PatternCharacter)
  /// The beginning of the text.
  case start
  /// The end of the text.
  case end(orBeforeLastNewline: Bool)
  /// Several parts in sequence; an empty sequence matches everywhere.
  case sequence([PatternNode])
  /// One of several alternatives.
  case choice([PatternNode])
  /// A repetition with a minimum and a maximum; `nil` as `most` means unlimited.
  case repeated(PatternNode, least: Int, most: Int?)
  /// A lookahead: the following text must match, or must not, and is not consumed.
  case lookahead(PatternNode, isNegated: Bool)
}

/// A test for one character of a text.
///
/// Swift's `Regex` only receives single characters, so it can't backtrack.
struct PatternCharacter: Sendable {
  private let test: Test

  private enum Test: Sendable {
    case literal(Character)
    case expression(ExpressionTest)
  }

  /// Accepts one character; equal characters may have different scalars.
  init(literal: Character) { test = .literal(literal) }

  /// Accepts the characters that a single-character expression matches: `[a-z]`, `.`, `\p{Han}`.
  init(expression: String) throws { test = .expression(try ExpressionTest(expression)) }

  /// Whether a character passes.
  func accepts(_ character: Character) -> Bool {
    switch test {
    case .literal(let literal): character == literal
    case .expression(let expression): expression.accepts(character)
    }
  }
}

/// The test of a single-character expression, with the results for ASCII computed in advance.
private final class ExpressionTest: Sendable {
  // A Regex is not Sendable, since it may hold closures and compiles itself at its first match.
  // A Regex made from a text holds no closures, and compiles itself under an atomic reference, in
  // every release that has the type. It may therefore be matched on several threads at once.
  nonisolated(unsafe) private let regex: Regex<AnyRegexOutput>
  private let ascii: [Bool]

  init(_ expression: String) throws {
    let regex = try Regex(expression)
    self.regex = regex
    ascii = (0..<128).map { String(UnicodeScalar(UInt8($0))).wholeMatch(of: regex) != nil }
  }

  func accepts(_ character: Character) -> Bool {
    let scalars = character.unicodeScalars
    if let scalar = scalars.first, scalar.isASCII, scalars.dropFirst().isEmpty {
      return ascii[Int(scalar.value)]
    }
    return String(character).wholeMatch(of: regex) != nil
  }
}
