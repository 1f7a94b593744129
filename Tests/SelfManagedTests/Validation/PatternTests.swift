import SelfManaged
import Testing

/// Regular expressions as Swift's `Regex` has them, for texts of a limited length.
struct PatternTests {
  @Test(arguments: [
    ("[a-z]+[0-9]?", "abc1", true), ("[a-z]+[0-9]?", "abc12", false), ("[a-z]*", " a", false),
    ("", "", true), ("(?=.*[0-9])(?=.*[a-z]).{8,}", "secret12", true),
    ("(?=.*[0-9])(?=.*[a-z]).{8,}", "secretly", false), ("(a|b)\\1", "aa", true),
    ("(a|b)\\1", "ab", false), ("é", "e\u{301}", true), (".", "👨‍👩‍👧‍👦", true), ("\\p{Han}+", "茶叶", true),
  ])
  func wholeTextMustMatch(expression: String, text: String, passes: Bool) throws {
    let failure = try Rule.pattern(expression).check(text)
    #expect(failure == (passes ? nil : RuleFailure(.pattern)))
  }

  @Test(arguments: ["(", ")", "[", "*", "a**", "\\", "(?<x>a)(?<x>b)", "a{2,1}"])
  func expressionThatRegexDoesNotAcceptIsAnError(expression: String) {
    #expect(throws: (any Error).self) { try Rule.pattern(expression) }
  }

  /// A longer text would take too long: `Regex` backtracks, and compares some characters in quadratic
  /// time.
  @Test(.timeLimit(.minutes(30)), arguments: [1_000, 1_001, 1_000_000])
  func longTextFailsUnmatched(length: Int) throws {
    let letters = String(repeating: "a", count: length)
    let marks = "e" + String(repeating: "\u{301}", count: length - 1)
    #expect(try (Rule.pattern("a*").check(letters) == nil) == (length == 1_000))
    #expect(try Rule.pattern("[a-z]*").check(marks) == RuleFailure(.pattern))
  }
}
