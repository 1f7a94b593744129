import Components
import Testing

/// Texts that a user may type.
struct QuantityTextTests {
  @Test(arguments: [
    ("12", 12), ("0", 0), ("007", 7), ("00000000000000000000000000005", 5), ("１２", 12),
    ("０１５", 15), ("1２3", 123), (" 12 ", 12), ("\u{3000}１２\u{3000}", 12),
    ("\u{A0}5\u{A0}", 5), ("\t5\t", 5), ("5\n", 5), ("5\r\n", 5), ("\u{2009}5\u{202F}", 5),
    (" \t\u{3000}\u{A0}9\n ", 9), ("9223372036854775807", .max), ("９２２３３７２０３６８５４７７５８０７", .max),
  ])
  func surroundingSpaceAndFullWidthDigitsAreRead(text: String, quantity: Int) {
    #expect(QuantityText.parse(text) == .success(quantity))
  }

  @Test(arguments: ["", " ", "\u{3000}", "\u{A0}", "\t", "\n", "\r\n", " \t\u{3000}\n"])
  func whitespaceAloneIsEmpty(text: String) {
    #expect(QuantityText.parse(text) == .failure(.empty))
  }

  @Test(arguments: [
    "1.5", "0.5", "1.0", "１．５", " 1.5 ", "3.14159265358979323846264338", ".5", "．５", "1.",
    "-1.5", "−.5", "－１．５", "-1.",
  ])
  func aPointBesideDigitsIsAFraction(text: String) {
    #expect(QuantityText.parse(text) == .failure(.fraction))
  }

  @Test(arguments: ["-3", "−3", "－３", " -3 ", "-12345678901234567890123"])
  func aMinusBeforeDigitsIsNegative(text: String) {
    #expect(QuantityText.parse(text) == .failure(.negative))
  }

  @Test(arguments: [
    "9223372036854775808", "12345678901234567890123", "99999999999999999999",
    "１２３４５６７８９０１２３４５６７８９０１２３",
  ])
  func aNumberTooLargeIsAnOverflow(text: String) {
    #expect(QuantityText.parse(text) == .failure(.overflow))
  }

  @Test(arguments: [
    "abc", "1a", "a1", "1 2", "1\u{3000}2", "1\n2", "1,000", "1，000", "1'000", "1_000", "1,5",
    "½", "²", "Ⅻ", "١٢", "१२", "一", "+5", "＋5", "--3", "-", "−", "- 3", "3-", "-a", ".", "．",
    "..", "1..", "1.2.3", "1e3", "0x10", "1%", "$5", "∞", "NaN", "1\u{200B}2", "\u{200B}",
    "-.", "1\u{301}", "1\u{FE0F}\u{20E3}", "\u{202E}12", "1\u{0}", "👍", "/", ":", "／", "：",
  ])
  func anythingElseIsNotANumber(text: String) {
    #expect(QuantityText.parse(text) == .failure(.notANumber))
  }

  @Test(arguments: 0...9)
  func digitsAreReadInBothWidths(digit: Int) throws {
    let wide = try #require(Unicode.Scalar(0xFF10 + UInt32(digit)))
    #expect(QuantityText.parse("\(digit)") == .success(digit))
    #expect(QuantityText.parse(String(Character(wide))) == .success(digit))
  }

  @Test(arguments: [0, 1, 9, 10, 99, 12_345, Int.max - 1, Int.max])
  func formattedNumberIsReadAsTheSameNumber(quantity: Int) {
    #expect(QuantityText.parse(String(quantity)) == .success(quantity))
  }

  @Test func aVeryLongTextIsReadWithoutTrapping() {
    #expect(QuantityText.parse(String(repeating: "9", count: 100_000)) == .failure(.overflow))
    #expect(QuantityText.parse(String(repeating: "0", count: 100_000) + "7") == .success(7))
    #expect(QuantityText.parse(String(repeating: " ", count: 100_000)) == .failure(.empty))
  }
}
