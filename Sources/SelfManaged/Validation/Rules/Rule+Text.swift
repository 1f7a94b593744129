extension Rule where Value: BlankCheckable {
  /// A rule that passes if the value is not blank: neither `nil`, nor empty, nor only white space.
  ///
  /// ``BlankCheckable`` and its conformances define which values are blank.
  public static var required: Self { Self(.required) { !Value.isBlank($0) } }

  /// A rule like ``required``, with a message for a selection.
  public static var selected: Self { Self(.unselected) { !Value.isBlank($0) } }
}

extension Rule<String> {
  /// A rule that removes white space at both ends of the text, and always passes.
  ///
  /// As an element of a field's chain, for example `[.trimmed, .required, .length(2...20)]`, it
  /// applies to all rules of the chain, wherever it stands, and to the rules of other fields that
  /// read the field. A field of this package keeps the text as it is typed. When the user leaves the
  /// field, and at a submit, the text is replaced by the trimmed one, so that this one is sent. An
  /// object of another type replaces its text itself, in `commit` of its ``FieldAccess``.
  ///
  /// White space is Unicode's `White_Space`, line breaks included, with the zero-width space and the
  /// byte order mark, which are pasted unseen.
  public static var trimmed: Self {
    Self("trimmed", preparing: trim) { _, _ in nil }
  }

  @Sendable
  private static func trim(_ text: String) -> String {
    let scalars = text.unicodeScalars
    func isSpace(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.isWhitespace || scalar == "\u{200B}" || scalar == "\u{FEFF}"
    }
    guard let first = scalars.firstIndex(where: { !isSpace($0) }),
      let last = scalars.lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(scalars[first...last])
  }

  /// Returns a rule that passes if the length of the text is in a range.
  ///
  /// The length is counted in characters, so a family emoji counts as one.
  ///
  /// - Parameter range: The allowed lengths, surrounding white space included; see ``trimmed``.
  /// - Returns: The rule, which fails with ``RuleCode/tooShort`` or ``RuleCode/tooLong``.
  public static func length(_ range: ClosedRange<Int>) -> Self {
    length(range.lowerBound, range.upperBound)
  }

  /// Returns a rule for a minimum length; see ``length(_:)-(ClosedRange<Int>)``.
  public static func length(_ range: PartialRangeFrom<Int>) -> Self {
    length(range.lowerBound, .max)
  }

  /// Returns a rule for a maximum length; see ``length(_:)-(ClosedRange<Int>)``.
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

  /// A rule that passes if the text consists of at least one digit from 0 to 9, and of no other
  /// character.
  ///
  /// Full-width digits, `½`, digits of other scripts, and invisible characters such as a zero-width
  /// space fail, because other systems do not accept them.
  public static var digits: Self {
    Self(.digits) { !$0.isEmpty && $0.utf8.allSatisfy(isDigit) }
  }

  /// Returns a rule that passes if the text consists of at least `count` digits from 0 to 9.
  ///
  /// It fails with ``RuleCode/digits`` if the text contains another character, and with
  /// ``RuleCode/minDigits`` if the text is too short.
  public static func minDigits(_ count: Int) -> Self {
    let failure = RuleFailure(.minDigits, count)
    let other = RuleFailure(.digits)
    return Self(.minDigits) { text in
      guard text.utf8.allSatisfy(isDigit) else { return other }
      return text.utf8.count < count ? failure : nil
    }
  }

  /// Returns a rule that passes if the whole text matches a regular expression of Swift's `Regex`.
  ///
  /// The expression is compiled once, in this call. `Regex` compares characters, and `\d` matches the
  /// digits of every script; write `[0-9]` for ASCII digits. It backtracks, so a repetition within a
  /// repetition, as in `([a-z]+ ?)+`, can take seconds for a text that does not match. Use
  /// expressions that you have written yourself.
  ///
  /// - Parameter expression: The expression.
  /// - Returns: The rule, which fails with ``RuleCode/pattern``. It also fails for each text of more
  ///   than 1,000 Unicode scalars, which is not matched.
  /// - Throws: The error of `Regex` for an expression that it does not accept.
  public static func pattern(_ expression: String) throws -> Self {
    // `Regex` is not declared `Sendable`. This one is never changed, and matching does not change it.
    nonisolated(unsafe) let regex = try Regex(expression)
    return Self(.pattern) {
      $0.unicodeScalars.prefix(1_001).count <= 1_000 && $0.wholeMatch(of: regex) != nil
    }
  }
}

/// Whether a byte of UTF-8 is one of the digits 0 to 9.
@Sendable
func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
