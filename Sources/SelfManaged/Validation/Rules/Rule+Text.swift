extension Rule where Value: Blankable {
  /// The value is not blank: neither `nil`, nor empty, nor only white space.
  ///
  /// ``Blankable`` and its conformances define which values are blank.
  public static var required: Self { Self(.required) { !Value.isBlank($0) } }

  /// A value is selected; the same as ``required``, with messages for a selection.
  public static var selected: Self { Self(.unselected) { !Value.isBlank($0) } }
}

extension Rule<String> {
  /// The length of the text is in a range, counted in characters: a family emoji counts as one.
  ///
  /// - Parameter range: The allowed lengths, surrounding white space included.
  /// - Returns: The rule, which fails with ``RuleCode/tooShort`` or ``RuleCode/tooLong``.
  public static func length(_ range: ClosedRange<Int>) -> Self {
    length(range.lowerBound, range.upperBound)
  }

  /// The text has a minimum length; see ``length(_:)-(ClosedRange<Int>)``.
  public static func length(_ range: PartialRangeFrom<Int>) -> Self {
    length(range.lowerBound, .max)
  }

  /// The text has a maximum length; see ``length(_:)-(ClosedRange<Int>)``.
  public static func length(_ range: PartialRangeThrough<Int>) -> Self {
    length(0, range.upperBound)
  }

  private static func length(_ lower: Int, _ upper: Int) -> Self {
    let short = RuleFailure(.tooShort, lower)
    let long = RuleFailure(.tooLong, upper)
    return Self(lower > 0 ? .tooShort : .tooLong) { text in
      let count = text.count
      return count < lower ? short : count > upper ? long : nil
    }
  }

  /// The text consists of the digits 0 to 9, and has at least one.
  ///
  /// Only ASCII digits count. Full-width digits, `½`, digits of other scripts, and invisible
  /// characters (a zero-width space) fail, since the system that reads the text next accepts none
  /// of them.
  public static var digits: Self {
    Self(.digits) { !$0.isEmpty && $0.utf8.allSatisfy(isDigit) }
  }

  /// The text consists of the digits 0 to 9, and has a minimum number of them.
  ///
  /// The rule fails with `digits` if the text contains another character, and with `minDigits` if
  /// it is too short.
  public static func minDigits(_ count: Int) -> Self {
    let failure = RuleFailure(.minDigits, count)
    let other = RuleFailure(.digits)
    return Self(.minDigits) { text in
      guard text.utf8.allSatisfy(isDigit) else { return other }
      return text.utf8.count < count ? failure : nil
    }
  }

  /// The whole text matches a regular expression, which is compiled once, in this call.
  ///
  /// The time of a check is bounded by the length of the text times the size of the expression, so
  /// no expression can hang the app. Swift's own `Regex` backtracks, and takes seconds for
  /// `([a-zA-Z]+ ?)+` and a text of twenty letters.
  ///
  /// The rule matches what Swift's `Regex` matches. It compares characters, and `\d` accepts the
  /// digits of every script; write `[0-9]` for ASCII digits. Classes, `\p{…}`, groups, `|`, counted
  /// and lazy repetitions, `^`, `$`, the options `i` and `s`, and lookaheads such as `(?=.*[0-9])`
  /// are supported. Backreferences, lookbehinds, atomic groups, possessive quantifiers and word
  /// boundaries are refused by name in this call; write a ``Rule`` with a closure for them.
  ///
  /// - Parameter expression: The expression.
  /// - Returns: The rule, which fails with ``RuleCode/pattern``.
  /// - Throws: ``PatternError``, or the error that Swift's `Regex` throws for the expression.
  public static func pattern(_ expression: String) throws -> Self {
    let program = try PatternProgram(expression)
    return Self(.pattern) { program.matches($0) }
  }
}

/// Whether a byte of UTF-8 is one of the digits 0 to 9.
@Sendable
func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
