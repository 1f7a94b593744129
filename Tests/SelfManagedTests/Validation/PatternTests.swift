import Fakes
import SelfManaged
import Testing

/// Regular expressions, matched in bounded time.
struct PatternTests {
  @Test(
    "the steps grow no faster than the text, whatever the expression",
    arguments: [
      "([a-zA-Z]+ ?)+", "(a*)*", "(a|a)*", "(a|aa)+", "(a+)+b", "a*a*a*a*a*a*b", "(.*)*c",
      "((a{0,9}){0,9}){0,9}", "(?=(a+)+b)a*", "((?=a*)a)*b", "((?!.*b)a)*b", "(?=(?=(a*)*b)a*b)a*",
    ])
  func stepsAreBounded(expression: String) throws {
    func steps(_ count: Int) throws -> Int {
      let program = try PatternProgram(expression)
      var steps = 0
      #expect(!program.matches(String(repeating: "a", count: count) + "!", &steps))
      return steps
    }
    let (short, long) = (try steps(1_000), try steps(2_000))
    #expect(short > 0)
    #expect(long <= short * 2 + 10_000, "\(short), \(long)")
  }

  @Test(
    "matches agree with Swift's Regex",
    arguments: [
      "", "a", "a*", "a+b?", "a|b", "a||b", "(a|b)*c", "(?:a|b)+", "(?<x>a)b", "a{2}", "a{1,2}b",
      "a{2,}", "a{,2}b", "a*?b", "a+?", "a??b", "\\d{2}", "\\D{1,2}1", "(?s)A", "[ab]+", "[^a]b*",
      "[a-b]c", "[a[b]]+", "[ab--a]",
      "^a$", "^a*b$", "\\Aab\\z", "a\\Z", "(^a|b)*", "a(?=b)b", "(?=a).*", "(?!a).*", "(?!.*bb).*",
      "(?=.*a)(?=.*b).{2,}", "(?i)AB", "(?i:A)b", "a(?i)B|C", "(?-i)a", ".", ".*", "(?s).*",
      "\\d+", "\\D*", "\\w*", "\\W", "\\s", "\\S+", "[\\d\\s]+", "\\p{L}+", "[\\p{Han}]+",
      "\\P{L}", "[a-e]+", "\\.", "\\u{61}b", "\\x61*", "\\u0061", "(((a)))", "()", "(a*)*",
      "(a*)+b",
      "a(?!$)b*", "\\R", "\\n", "é+", "茶", "👨‍👩‍👧‍👦+", "[👨‍👩‍👧‍👦a]+", "[^b]*",
      "(?:(?=a)a|b)*", "((?!aa).)*", "(?<x1_>a)b", "(?P<x>a)b", "(?i)a(?-i)B", "(?:(?i)A)B",
      "(?is).*", "a{2,2}", "a$\\nb", "a\\z\\n", "a$\\n", "a$\\n*", "a\\Z\\n", "a\\Z\\nb", "[^a-c]",
      "a\\.?", "(?i)\\.",
    ])
  func matchesAsRegexDoes(expression: String) throws {
    let rule = try Rule.pattern(expression)
    let regex = try Regex(expression)
    let alphabet = [
      "a", "b", "c", "A", "B", "1", " ", "\n", "\r\n", "é", "e\u{301}", "茶", "٣", "👨‍👩‍👧‍👦", ".",
    ]
    var texts = [""] + alphabet
    for first in alphabet { texts += alphabet.map { first + $0 } }
    var random = SeededRandom(seed: 1)
    for _ in 1...200 {
      texts.append(
        (0..<Int.random(in: 3...5, using: &random))
          .map { _ in alphabet[.random(in: 0..<5, using: &random)] }.joined())
    }
    texts += ["a\nb", "a\n\n"]
    for text in texts {
      #expect(
        (rule.check(text) == nil) == (text.wholeMatch(of: regex) != nil), "\(text.debugDescription)"
      )
    }
  }

  @Test(
    "neighboring literals form characters as in Swift's Regex",
    arguments: [
      "\\r\\n", "a\\r\\nb", "(\\r\\n)+", "\\r\\n?", "\\r?\\n", "\\r\\n{2}", "(\\r)(\\n)",
      "\\r(?:)\\n", "\\x0D\\u000a", "\\u{d a}+", "e\\u{301}", "e\\u{301}*", "(e)\\u{301}",
      "e(?i)\\u{301}", "(?i)E\\u{301}", "(?i)\\u{45 301}", "a|e\\u{301}", "\\u{61 62}",
      "\\u{61 62}+", "a\\u{301 62}", "\\u{61 62}{2}", "\\u{61 62}?\\u{ 65 }", "\\t\\u{301}",
      "\\.\\u{301}", "🇨\\u{1F1F3}", "\\u{E9}+", "(?=e\\u{301})..", "(?=\\u{61 62}$).+", "[\\n\\r]+",
      "[\\u{E9}\\t]+", "[^\\n]+", "[a-\\u{7A}&&[^e]]+",
    ])
  func neighborsFormCharacters(expression: String) throws {
    let rule = try Rule.pattern(expression)
    let regex = try Regex(expression)
    let parts = [
      "", "\r", "\n", "\r\n", "a", "b", "e", "\u{301}", "\u{E9}", "E\u{301}", "\t", ".", "🇨🇳",
    ]
    for first in parts {
      for second in parts {
        for text in [first + second, first + second + first, first + second + "b"] {
          #expect(
            (rule.check(text) == nil) == (text.wholeMatch(of: regex) != nil),
            "\(text.debugDescription)")
        }
      }
    }
  }

  @Test func classExcludesEachLineBreak() throws {
    let rule = try Rule.pattern("[^\\n\\r]*")
    #expect(["", "ab", "é"].allSatisfy { rule.check($0) == nil })
    #expect(["a\nb", "a\rb", "a\r\nb", "\r\né"].allSatisfy { rule.check($0) != nil })
  }

  @Test("random expressions match what Swift's Regex matches")
  func randomExpressionsMatchAsRegexDoes() throws {
    var random = SeededRandom(seed: 7)
    func part(_ depth: Int) -> String {
      switch Int.random(in: 0..<(depth > 0 ? 10 : 4), using: &random) {
      case 0: "a"
      case 1: "b"
      case 2: "[ab]"
      case 3: "."
      case 4: "(\(part(depth - 1))|\(part(depth - 1)))"
      case 5: "(?:\(part(depth - 1)))*"
      case 6: "(\(part(depth - 1))){0,2}"
      case 7: "(?=\(part(depth - 1)))"
      case 8: "(?!\(part(depth - 1)))"
      default: part(depth - 1) + part(depth - 1)
      }
    }
    let texts = ["", "a", "b", "c", "aa", "ab", "ba", "bb", "aab", "aba", "abb", "bab", "abab"]
    for _ in 1...150 {
      let expression = part(4)
      let rule = try Rule.pattern(expression)
      let regex = try Regex(expression)
      for text in texts {
        #expect(
          (rule.check(text) == nil) == (text.wholeMatch(of: regex) != nil),
          "\(expression) on \(text)")
      }
    }
  }

  @Test(
    "patterns without a bound are rejected by name where the rule is created",
    arguments: [
      ("(a)\\1", "a backreference \\1"), ("(?<x>a)\\k<x>", "a backreference \\k"),
      ("(?<=a)b", "a lookbehind"), ("(?>a+)", "an atomic group"), ("(*a)", "(*…)"),
      ("a++", "a possessive"),
      ("\\ba", "\\b"), ("\\Ga", "\\G"), ("(?x)a", "(?x…)"), ("(?#a)b", "(?#…)"), ("\\Qa\\E", "\\Q"),
      ("a{1001}", "at most 1000 times"), ("((a{100}){100}){100}", "more than 10000 parts"),
      ("((){1000}){1000}", "more than 10000 parts"), ("a{2,1}", "the minimum exceeds the maximum"),
      ("a{99999999999999999999}", "at most 1000 times"), ("a{x}", "\\{"), ("{", "\\{"),
      ("]", "\\]"), ("[]a]", "\\]"), ("a{}", "\\{"), ("a{,}", "\\{"), ("a{２}", "\\{"),
      ("[^]a]", "\\]"), ("(?<!a)b", "a lookbehind"), ("(?<x-y>a)", "a group name"),
      ("(?i--s)a", "(?-…)"), ("\\é", "\\é"), ("\\N{DIGIT ONE}", "\\N"), ("\\N", "\\N"),
      ("\\p{L", "an unmatched {"),
      ("\\u006", "the escape \\u is incomplete"),
      ("\\0", "\\0 is not supported"), ("a)", "an unmatched )"), ("(a", "an unmatched ("),
      ("(?i", "an unmatched ("), ("[a", "an unmatched ["), ("a\\", "an incomplete escape"),
      ("[\\Qa\\E]", "\\Q"), (nested(51, "(", ")"), "groups are nested more than 50 deep"),
      (nested(51, "[", "]"), "classes are nested too deep"),
      ("(a{999}){9}a{998}", "more than 10000 parts"),
      ("[\\r\\n]", "\\n\\r"), ("[^\\x0D\\u{A}]*", "\\n\\r"), ("[\\t-\\r\\n]", "\\n\\r"),
      ("[e\\u{301}]", "neighbors form one character"), ("[[a]e\\u{301}]", "neighbors"),
      ("\\u{110000}", "\\u needs the hexadecimal number"), ("\\x+6", "\\x needs the hexa"),
      ("\\p", "the escape \\p is incomplete"), ("\\pL", "the escape \\p is incomplete"),
      ("(?=(?=(a{1000}){6}))(?=(?=(a{1000}){6}))a", "more than 10000 parts"),
    ])
  func unboundedPatternsAreRefused(expression: String, words: String) {
    let error = #expect(throws: PatternError.self) { try Rule.pattern(expression) }
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    #expect(error?.description == error?.message)
  }

  private static func nested(_ depth: Int, _ open: String, _ close: String) -> String {
    String(repeating: open, count: depth) + "a" + String(repeating: close, count: depth)
  }

  @Test(arguments: [
    (nested(50, "(", ")"), 1), (nested(50, "[", "]"), 1), ("a{1000}", 1_000),
    ("(a{999}){9}a{997}", 9_988), (String(repeating: "(a)", count: 101), 101),
  ])
  func patternsAtTheLimitsAreAccepted(expression: String, length: Int) throws {
    let rule = try Rule.pattern(expression)
    #expect(rule.check(String(repeating: "a", count: length)) == nil)
    #expect(rule.check(String(repeating: "a", count: length + 1)) != nil)
  }

  /// Swift compares such a character in quadratic time, which takes many minutes here.
  @Test(.timeLimit(.minutes(30)), arguments: ["é*", "[a-z]*"])
  func characterWithManyMarksIsRefused(expression: String) throws {
    let text = "e" + String(repeating: "\u{301}\u{323}", count: 500_000)
    #expect(try Rule.pattern(expression).check(text) != nil)
  }

  @Test(arguments: [
    ("é", "e\u{301}"), ("e\u{301}", "é"), ("[é]", "e\u{301}"), ("ǖ", "u\u{308}\u{304}"),
    ("\u{1F82}", "\u{3B1}\u{313}\u{300}\u{345}"), (".", "👨‍👩‍👧‍👦"),
  ])
  func equivalentCharacterPasses(expression: String, text: String) throws {
    #expect(try Rule.pattern(expression).check(text) == nil)
  }

  @Test(arguments: ["*", "+", "?", "a**", "|*", "(?<x>a)(?<x>b)"])
  func patternsThatRegexRejectsAreRejected(expression: String) {
    #expect(throws: (any Error).self) { try Rule.pattern(expression) }
  }

  @Test(
    "nothing traps",
    arguments: [
      "(", ")", "[", "[a", "[^", "\\", "[\\", "(?", "(?<", "(?<a", "(?i", "(?=", "a{", "a{1",
      "a{1,",
      "*", "+", "?", "a**", "(*", "\\u", "\\u{", "\\x", "\\p", "\\p{", "(a", "a)", "(?:", "|*",
      "^*",
      String(repeating: "(", count: 100_000), String(repeating: "[", count: 100_000),
      String(repeating: "(a", count: 101) + String(repeating: ")", count: 101),
    ])
  func brokenPatternsTrapNowhere(expression: String) {
    _ = try? Rule.pattern(expression)
  }

  /// The Kelvin sign, the Greek question mark and the Greek varia are equal to ASCII characters.
  @Test(arguments: [
    ("K", "\u{212A}"), (";", "\u{37E}"), ("`", "\u{1FEF}"), ("aK", "a\u{212A}"),
    ("K\\d", "\u{212A}1"), ("K", "K"),
  ])
  func asciiLiteralMatchesOnlyItself(expression: String, text: String) throws {
    let regex = try Regex(expression)
    let passes = try Rule.pattern(expression).check(text) == nil
    #expect(passes == (text.wholeMatch(of: regex) != nil))
    #expect(passes == (text == "K" && text.utf8.count == 1))
  }
}
