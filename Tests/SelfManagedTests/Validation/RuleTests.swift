import Foundation
import SelfManaged
import Testing

/// The rules that come with the package, one by one.
struct RuleTests {
  @Test(
    "white space and invisible characters are blank",
    arguments: [
      "", " ", "   ", "\n", "\t\r\n", "\u{3000}", " \u{3000}\n", "\u{A0}", "\u{2028}", "\u{200B}",
      "\u{FEFF}", "\u{200D}", "\u{2060}", "\u{3164}", "\u{AD}", "\u{180E}", " \u{200B}\u{3000} ",
      "\u{B}\u{C}",
    ])
  func blankTextIsRefused(text: String) {
    #expect(Rule.required.check(text) == RuleFailure(.required))
    #expect(Rule.selected.check(text) == RuleFailure(.unselected))
    #expect(Rule.ifFilled(.digits).check(text) == nil)
  }

  @Test(arguments: [
    "a", " a ", "\u{200B}a", "茶", "👨‍👩‍👧‍👦", "0", ".", "\u{301}", "\u{2800}", "\u{0}", "\u{8}", "\u{E}",
    "\u{1F}", "!",
  ])
  func textThatCanBeSeenIsNotBlank(text: String) {
    #expect(Rule.required.check(text) == nil)
    #expect(Rule.ifFilled(Rule<String>("never") { _ in false }).check(text) == .init("never"))
  }

  @Test func emptyValuesAreBlank() {
    #expect(Rule<Int?>.required.check(nil) == .init(.required))
    #expect(Rule<Int?>.required.check(0) == nil)
    #expect(Rule<String?>.required.check(nil) == .init(.required))
    #expect(Rule<String?>.required.check(" ") == .init(.required))
    #expect(Rule<String?>.required.check("x") == nil)
    #expect(Rule<String??>.required.check(.some(nil)) == .init(.required))
    #expect(Rule<[Int]>.required.check([]) == .init(.required))
    #expect(Rule<[Int]>.required.check([0]) == nil)
    #expect(Rule<Set<Int>>.required.check([]) == .init(.required))
    #expect(Rule<Set<Int>>.required.check([0]) == nil)
    #expect(Rule<[Int]?>.required.check([]) == .init(.required))
  }

  @Test(
    "only the digits 0 to 9 are digits",
    arguments: [
      "１２３４５", "½⅓¼¾⅛", "12345\u{200B}", "1234 5", "12345 ", "٠١٢٣٤", "१२३४५", "1234५", "12345\n",
      "①②③④⑤", "一二三四五", "1\u{301}2345", "1,2345", "-12345", "1e345", "0x123", "Ⅴ12345",
    ])
  func foreignDigitsAreRejected(text: String) {
    #expect(Rule.digits.check(text) == RuleFailure(.digits))
    #expect(Rule.minDigits(5).check(text) == RuleFailure(.digits))
    #expect(RuleChain<String>([.required, .minDigits(5)]).check(text) == RuleFailure(.digits))
  }

  @Test(arguments: ["1234", "1", ""])
  func tooFewDigitsFail(text: String) {
    #expect(Rule.minDigits(5).check(text) == RuleFailure(.minDigits, 5))
  }

  @Test(arguments: ["12345", "00000", "1234567890123456789012345678901234567890"])
  func enoughDigitsPass(text: String) {
    #expect(Rule.minDigits(5).check(text) == nil)
    #expect(Rule.digits.check(text) == nil)
  }

  @Test func emptyTextIsNotDigits() {
    #expect(Rule.digits.check("") == RuleFailure(.digits))
    #expect(Rule.minDigits(0).check("") == nil)
  }

  @Test(
    "length counts characters as a user does",
    arguments: [
      ("", 0), ("a", 1), ("ab", 2), ("abc", 3), ("👨‍👩‍👧‍👦", 1), ("👨‍👩‍👧‍👦👍🏽", 2), ("e\u{301}", 1), ("\r\n", 1),
      ("🇨🇳", 1), ("中文", 2), (" a ", 3), ("한글", 2),
    ])
  func lengthCountsCharacters(text: String, count: Int) {
    let short = RuleFailure(.tooShort, 2)
    let long = RuleFailure(.tooLong, 2)
    #expect(Rule.length(2...2).check(text) == (count < 2 ? short : count > 2 ? long : nil))
    #expect(Rule.length(2...).check(text) == (count < 2 ? short : nil))
    #expect(Rule.length(...2).check(text) == (count > 2 ? long : nil))
  }

  @Test func lengthBoundsNeverTrap() {
    #expect(Rule.length(Int.min...Int.max).check("") == nil)
    #expect(Rule.length((-5)...).check("") == nil)
    #expect(Rule.length(Int.max...).check("x") == RuleFailure(.tooShort, Int.max))
    #expect(Rule.length(...(-1)).check("") == RuleFailure(.tooLong, -1))
  }

  @Test func rangesIncludeTheirBounds() {
    #expect(Rule.inRange(1...3).check(0) == RuleFailure(.tooSmall, 1))
    #expect(Rule.inRange(1...3).check(1) == nil)
    #expect(Rule.inRange(1...3).check(3) == nil)
    #expect(Rule.inRange(1...3).check(4) == RuleFailure(.tooLarge, 3))
    #expect(Rule.inRange(1...).check(0) == RuleFailure(.tooSmall, 1))
    #expect(Rule.inRange(1...).check(.max) == nil)
    #expect(Rule.inRange(...3).check(4) == RuleFailure(.tooLarge, 3))
    #expect(Rule.inRange(...3).check(.min) == nil)
    #expect(Rule.inRange(1...).code == .tooSmall)
    #expect(Rule.inRange(...1).code == .tooLarge)
  }

  @Test func notANumberIsInNoRange() {
    #expect(Rule.inRange(0.0...1.0).check(.nan) == RuleFailure(.tooSmall, 0.0))
    #expect(Rule.inRange(...1.0).check(.nan) == RuleFailure(.tooLarge, 1.0))
    #expect(Rule.inRange(0.0...).check(.infinity) == nil)
    let noDay = Date(timeIntervalSince1970: .nan)
    let (first, last) = (Date.distantPast, Date.distantFuture)
    #expect(Rule.inRange(first...).check(noDay) == RuleFailure(.tooSmall, first))
    #expect(Rule.inRange(...last).check(noDay) == RuleFailure(.tooLarge, last))
  }

  @Test func datesHaveRangesToo() {
    let day = Date(timeIntervalSince1970: 0)
    #expect(Rule.inRange(day...).check(day) == nil)
    #expect(Rule.inRange(day...).check(day - 1) == RuleFailure(.tooSmall, day))
  }

  @Test func oneOfAcceptsOnlyItsValues() {
    let rule = Rule.oneOf(["a", "b"])
    #expect(rule.check("a") == nil)
    #expect(rule.check("c") == RuleFailure(.notOffered))
    #expect(Rule<String>.oneOf([]).check("a") == RuleFailure(.notOffered))
  }

  @Test(arguments: [
    "ann@example.org", "a@b", "first.last+tag@mail.example.co.uk", "x_y-z@a-b.c",
    "!#$%&'*+/=?^_`{|}~@x.y", "1@1.1", ".dots..are.fine.@x",
    "a@" + String(repeating: "a", count: 63),
  ])
  func anAddressIsAnEMailAddress(text: String) {
    #expect(Rule.email.check(text) == nil)
  }

  @Test(arguments: [
    "", "@", "ann", "ann@", "@example.org", "a@b@c", "a b@c", "a@b c", "a@-b", "a@b-", "a@b-.c",
    "a@.b", "a@b.", "a@b..c", "a@b_c", "ann@example.org ", " ann@example.org", "ann@例子.中国",
    "å@b", "a@b\n", "ann@example.org\u{200B}", "\"a\"@b", "a@[1.2.3.4]", "a,b@c", "a@b,c", "ａ@b",
    "a@" + String(repeating: "a", count: 64), "a@x.-y",
  ])
  func invalidEMailAddressIsRejected(text: String) {
    #expect(Rule.email.check(text) == RuleFailure(.email))
  }

  @Test func boundsOfBeforeAndAfterAreExcluded() {
    let day = Date(timeIntervalSince1970: 1_000_000)
    #expect(Rule<Date>.before(day).check(day - 1) == nil)
    #expect(Rule<Date>.before(day).check(day) == RuleFailure(.notBefore, day))
    #expect(Rule<Date>.after(day).check(day + 1) == nil)
    #expect(Rule<Date>.after(day).check(day) == RuleFailure(.notAfter, day))
    #expect(Rule<Double>.before(1).check(.nan) == RuleFailure(.notBefore, 1.0))
  }

  @Test func acceptedNeedsTrue() {
    #expect(Rule<Bool>.accepted.check(true) == nil)
    #expect(Rule<Bool>.accepted.check(false) == RuleFailure(.notAccepted))
  }

  @Test func lengthIsNamedByItsBound() {
    #expect(Rule<String>.length(2...5).code == .tooShort)
    #expect(Rule<String>.length(2...).code == .tooShort)
    #expect(Rule<String>.length(...5).code == .tooLong)
  }

  /// A host name of 253 characters, the longest there is.
  private static let longName =
    String(repeating: String(repeating: "a", count: 62) + ".", count: 4) + "b"

  @Test(arguments: [
    "http://example.com", "https://example.com/", "HTTPS://EXAMPLE.COM/a?b=c#d", "http://a",
    "https://user@host:80/p", "https://[::1]/", "http://127.0.0.1:8080", "https://x.com/%E8%8C%B6",
    "https://xn--fsqu00a.xn--fiqs8s/", "http://x.com:65535",
    "https://[2001:db8::ff00:42:8329]:443/", "http://[::]", "http://[1::]/",
    "http://[1:2:3:4:5:6:7:8]", "http://[::ffff:192.0.2.1]?a", "http://x.com:/",
    "http://u:p@[::1]#b",
    "http://[1:2:3:4:5:6:1.2.3.4]/", "http://a.b.", "https://example.com.:443/", "http://0.0.0.0",
    "http://255.255.255.255/", "http://1.2.3.4.", "http://1a.2b", "http://4.example",
    "http://x.0x7fg", "http://example.ax", "http://axa/", "http://[1:2:3:4:5:6:7::]",
    "http://[::2:3:4:5:6:7:8]",
    "http://" + longName,
  ])
  func aWebAddressIsAURL(text: String) {
    #expect(Rule.url.check(text) == nil)
  }

  @Test(arguments: [
    "", "example.com", "www.example.com", "ftp://x.y", "javascript:alert(1)", "https://",
    "https:///x",
    "https://x.com/a b",
    "http://exa mple.com", " https://x.com", "https://x.com ", "https://x.com\n", "https://例子.中国/",
    "https://x.com/路径", "http://½.com", "https://.", "https://-", "https://a..b", "https://a_b.com",
    "https://x.com:99999", "https://x.com:abc", "mailto:a@b.c", "http:x", "http:abx.com", "//x.com",
    "https://x.com/\u{200B}", "http://a:99999999999999999999/", "http://[zz]/", "http://[::zz]/",
    "http://[1:2]/", "http://[::1.2.3.4:5]/",
    "http://[:::]/", "http://[:1::2]/", "http://[1::2:]/", "http://[1::2::3]/", "http://[::1",
    "http://[1:2:3:4:5:6:7:8:9]", "http://[1:2:3:4:5:6:7::8]", "http://[::1.2.3]/",
    "http://[::1]x/", "http://[::1.2.3.4.]/", "http://[::1]:+80/", "http://1.2.3.4..",
    "http://[::1.2.3.256]", "http://[12345::]", "http://[]/", "http://a:+80/", "http://a:b@/",
    "http://a_b.c", "http://a.b..", "http://.a", "http://a.-.",
    "http://999.1.1.1", "http://256.0.0.1", "http://1.2.3", "http://1.2.3.4.5", "http://1",
    "http://0x7f.1", "http://0x7f", "http://0X7F000001", "http://x.0x", "http://x.1", "http://x.1.",
    "http://010.0.0.1", "http://127.0.0.01", "http://[::010.0.0.1]/", "http://[::+1.2.3.4]/",
    "http://u@2130706433:80/",
    "http://" + longName + "a",
  ])
  func otherTextIsNoURL(text: String) {
    #expect(Rule.url.check(text) == RuleFailure(.url))
  }

  @Test(arguments: ["13800138000", "19912345678", "14700000000", "16600000000"])
  func mainlandChinaMobileNumberPasses(text: String) {
    #expect(Rule.chinaMobile.check(text) == nil)
  }

  @Test(arguments: [
    "", "1380013800", "138001380000", "12800138000", "10000000000", "23800138000", "１３８００１３８０００",
    "+8613800138000", "138 0013 8000", "1380013800a", "13800138000\u{200B}", "11111111111",
  ])
  func invalidMainlandChinaMobileNumberFails(text: String) {
    #expect(Rule.chinaMobile.check(text) == RuleFailure(.chinaMobile))
  }

  @Test(
    "the first is the example of GB 11643-1999",
    arguments: ["11010519491231002X", "11010519491231002x", "440524188001010014"])
  func residentIdentityNumberPasses(text: String) {
    #expect(Rule.chinaResidentID.check(text) == nil)
  }

  @Test(arguments: [
    "", "110105194912310021", "110105194912310020", "11010519491231002Y", "X1010519491231002X",
    "11010519491331002X", "11010519490231002X", "110105491231002", "010105194912310026",
    "11010519491231002", "1101051949123100208",  // Correct check characters at other lengths.
    "11010519491231002Ｘ", "11010519491231002X ", "1101051949123100２X", "11010500001231002X",
    "11010519491231-02X", "110105 1949123102X",
  ])
  func invalidResidentIdentityNumberFails(text: String) {
    #expect(Rule.chinaResidentID.check(text) == RuleFailure(.chinaResidentID))
  }

  @Test("a resident identity number's check character finds every single wrong digit")
  func checkCharacterFindsEveryWrongDigit() {
    let good = Array("11010519491231002X")
    for place in good.indices {
      for digit in "0123456789X" where digit != good[place] {
        var wrong = good
        wrong[place] = digit
        #expect(Rule.chinaResidentID.check(String(wrong)) != nil, "\(String(wrong))")
      }
    }
  }

  @Test(
    "the date of birth exists: leap years by the Gregorian rule",
    arguments: [
      ("20000229", true), ("19000229", false), ("20240229", true), ("20230229", false),
      ("20240431", false), ("20240430", true), ("20240100", false), ("20240131", true),
      ("20240132", false), ("20240001", false), ("20241301", false), ("00001231", false),
    ])
  func theDateOfBirthExists(date: String, exists: Bool) {
    let numbers = "0123456789X".map { "110105\(date)002\($0)" }
    let passing = numbers.filter { Rule.chinaResidentID.check($0) == nil }
    #expect(passing.count == (exists ? 1 : 0))
  }

  @Test func aResidentIsNotBornInTheFuture() {
    for (date, year) in [("29991231", 2999), ("99991231", 9999)] {
      let numbers = "0123456789X".map { "110105\(date)002\($0)" }
      #expect(numbers.allSatisfy { Rule.chinaResidentID.check($0) != nil }, "born in \(year)")
    }
  }

  @Test(
    "a date of birth is one of China Standard Time",
    arguments: [
      ("20000229", 951_782_400.0), ("19700101", 0), ("19000228", -2_203_977_600),
      ("19000301", -2_203_891_200), ("20010101", 978_307_200), ("20010131", 980_899_200),
      ("20231130", 1_701_302_400), ("20241231", 1_735_603_200), ("24000229", 13_574_563_200),
    ], [-1.0, 0, 1])
  func aResidentIsBornTodayAtTheLatest(day: (text: String, utc: Double), seconds: Double) {
    // A day in China begins eight hours before the day in UTC.
    let birth = Date(timeIntervalSince1970: day.utc - 8 * 3600)
    let rule = Rule.chinaResidentID(now: { birth + seconds })
    let passing = "0123456789X".filter { rule.check("110105\(day.text)002\($0)") == nil }
    #expect(passing.count == (seconds < 0 ? 0 : 1))
  }

  @Test func aResidentIsNotBornAfterTheClock() {
    #expect(Rule.chinaResidentID(now: { .distantPast }).check("11010519491231002X") != nil)
  }

  @Test func aPatternMatchesTheWholeText() throws {
    let rule = try Rule.pattern("[a-z]+[0-9]?")
    #expect(rule.check("abc1") == nil)
    #expect(rule.check("abc12") == RuleFailure(.pattern))
    #expect(rule.check(" abc1") == RuleFailure(.pattern))
    #expect(rule.check("") == RuleFailure(.pattern))
  }

  @Test func invalidPatternThrowsAtCreation() {
    #expect(throws: (any Error).self) { try Rule.pattern("(") }
  }

  @Test("rules run on any thread, at the same time, and off the main actor")
  func rulesRunAnywhere() async throws {
    let pattern = try Rule.pattern("[a-z]+")
    let rules: [Rule<String>] = [.required, .length(1...9), pattern, .not(.oneOf(["root"]))]
    let passed = await withTaskGroup(of: Bool.self) { group in
      for number in 1...64 {
        group.addTask { @concurrent in
          rules.allSatisfy { $0.check("abc") == nil }
            && (pattern.check("\(number)") == RuleFailure(.pattern))
        }
      }
      return await group.reduce(true) { $0 && $1 }
    }
    #expect(passed)
  }

  @Test func customRule() {
    let even = Rule<Int>("even", 2) { $0.isMultiple(of: 2) }
    #expect(even.code == "even")
    #expect(even.check(2) == nil)
    #expect(even.check(3) == RuleFailure("even", 2))
    let sign = Rule<Int>("sign") { $0 < 0 ? RuleFailure("negative", $0) : nil }
    #expect(sign.check(-1) == RuleFailure("negative", -1))
    #expect(sign.check(1) == nil)
  }

  @Test func failuresAreValuesAndDescribeThemselves() {
    #expect(RuleFailure(.minDigits, 5) == RuleFailure(.minDigits, 5))
    #expect(RuleFailure(.minDigits, 5) != RuleFailure(.minDigits, 6))
    #expect(RuleFailure(.minDigits, 5) != RuleFailure(.digits, 5))
    #expect(RuleFailure(.minDigits, 5) != RuleFailure(.minDigits, "5"))
    #expect(Set([RuleFailure(.minDigits, 5), RuleFailure(.minDigits, 5)]).count == 1)
    #expect(RuleFailure(.minDigits, 5).description == "minDigits(5)")
    #expect(RuleFailure(.required).description == "required")
    #expect(RuleFailure("x", 1, "b").description == "x(1, b)")
    #expect(RuleFailure.server("No").arguments.map(\.description) == ["No"])
  }
}
