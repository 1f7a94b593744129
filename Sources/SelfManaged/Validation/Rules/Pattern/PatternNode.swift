/// The structure of a regular expression: how its single characters are put together.
indirect enum PatternNode: Sendable {
  /// One character that passes a test.
  case character(PatternCharacter)
  /// The beginning of the text.
  case start
  /// The end of the text.
  case end(orBeforeLastNewline: Bool)
  /// One after the other; an empty sequence matches everywhere.
  case sequence([PatternNode])
  /// One of several.
  case choice([PatternNode])
  /// At least, and at most; without `most` as often as there is.
  case repeated(PatternNode, least: Int, most: Int?)
  /// What follows matches, or does not, and is not consumed.
  case lookahead(PatternNode, isNegated: Bool)
}

/// What one character of a text has to be.
///
/// Only single characters are given to Swift's `Regex`, so its backtracking has nothing to repeat.
struct PatternCharacter: Sendable {
  private let test: Test

  private enum Test: Sendable {
    case literal(Character)
    case expression(ExpressionTest)
  }

  /// A certain character; equal characters may have different scalars.
  init(literal: Character) { test = .literal(literal) }

  /// What an expression for one character accepts, such as `[a-z]`, `.` or `\p{Han}`.
  init(expression: String) throws { test = .expression(try ExpressionTest(expression)) }

  /// Whether a character passes.
  func accepts(_ character: Character) -> Bool {
    switch test {
    case .literal(let literal): character == literal
    case .expression(let expression): expression.accepts(character)
    }
  }
}

/// What an expression for one character accepts, known in advance for ASCII.
private final class ExpressionTest: Sendable {
  // A Regex is not Sendable since it may hold closures and compiles itself at its first match.
  // One made from a text holds none, and compiles itself under an atomic reference, in every
  // release that has the type; so it may be matched on several threads at once.
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
