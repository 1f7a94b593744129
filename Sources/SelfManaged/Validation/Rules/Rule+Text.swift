extension Rule where Value: Blankable {
  /// The value is not blank: neither `nil`, nor empty, nor white space alone.
  ///
  /// What counts as blank is said at ``Blankable`` and its conformances.
  public static var required: Self { Self(.required) { !Value.isBlank($0) } }

  /// Something is selected; the same as ``required``, in words for a selection.
  public static var selected: Self { Self(.unselected) { !Value.isBlank($0) } }
}

extension Rule<String> {
  /// The text has so many characters, counted as a person counts them: a family emoji is one.
  ///
  /// - Parameter range: How many, surrounding white space included.
  /// - Returns: The rule, which fails with ``RuleCode/tooShort`` or ``RuleCode/tooLong``.
  public static func length(_ range: ClosedRange<Int>) -> Self {
    length(range.lowerBound, range.upperBound)
  }

  /// The text has so many characters or more; see ``length(_:)-(ClosedRange<Int>)``.
  public static func length(_ range: PartialRangeFrom<Int>) -> Self {
    length(range.lowerBound, .max)
  }

  /// The text has so many characters or fewer; see ``length(_:)-(ClosedRange<Int>)``.
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

  /// There is nothing but the digits 0 to 9, and at least one of them.
  ///
  /// Only ASCII digits count. Full-width digits, `½`, the digits of another script, and what can't
  /// be seen (a zero-width space) are none, since whoever reads the text next takes none of them.
  public static var digits: Self {
    Self(.digits) { !$0.isEmpty && $0.utf8.allSatisfy(isDigit) }
  }

  /// There is nothing but the digits 0 to 9, and at least so many.
  ///
  /// It fails with `digits` where there is something else, and else with `minDigits`.
  public static func minDigits(_ count: Int) -> Self {
    let failure = RuleFailure(.minDigits, count)
    let other = RuleFailure(.digits)
    return Self(.minDigits) { text in
      guard text.utf8.allSatisfy(isDigit) else { return other }
      return text.utf8.count < count ? failure : nil
    }
  }

  /// The whole text has the form of a regular expression, which is compiled once, here.
  ///
  /// The time that a check takes is bounded by the length of the text times the size of the
  /// expression, whatever the two are: no expression can hang the app. Swift's own `Regex`
  /// backtracks, and takes seconds for `([a-zA-Z]+ ?)+` and a text of twenty letters.
  ///
  /// It matches what Swift's `Regex` matches: by characters, and `\d` accepts the digits of every
  /// script, so write `[0-9]` for those of ASCII. Classes, `\p{…}`, groups, `|`, counted and lazy
  /// repetitions, `^`, `$`, the options `i` and `s`, and lookaheads such as `(?=.*[0-9])` are
  /// supported. Backreferences, lookbehinds, atomic groups, possessive quantifiers and word
  /// boundaries are refused here, by name: write a ``Rule`` with a closure for them.
  ///
  /// - Parameter expression: The expression.
  /// - Returns: The rule, which fails with ``RuleCode/pattern``.
  /// - Throws: ``PatternError``, or what Swift's `Regex` finds wrong with the expression.
  public static func pattern(_ expression: String) throws -> Self {
    let program = try PatternProgram(expression)
    return Self(.pattern) { program.matches($0) }
  }
}

/// Whether a byte of UTF-8 is one of the digits 0 to 9.
@Sendable
func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
