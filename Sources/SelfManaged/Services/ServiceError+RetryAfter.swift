extension ServiceError {
  /// Returns an error for a busy server, from the headers of its reply.
  ///
  /// ```swift
  /// case 429: throw .busy(retryAfter: reply.header("Retry-After"), date: reply.header("Date"))
  /// ```
  ///
  /// `Retry-After` has seconds, or a date in one of the three formats of RFC 9110. A date is
  /// compared with the reply's own date, since the clock of the device may be wrong. If a header is
  /// missing or can't be read, the policy's growing delay applies, as for an error without a delay.
  ///
  /// - Parameters:
  ///   - header: The value of the header `Retry-After`; `nil` if the reply has none.
  ///   - date: The value of the header `Date`; `nil` if the reply has none.
  ///   - message: The server's message for the user, shown if the intent fails at last.
  /// - Returns: The error; ``retryAfter`` is `nil` if the headers name no delay.
  public static func busy(
    retryAfter header: String?, date: String?, _ message: String = ""
  ) -> Self {
    .busy(after: header.flatMap { delay(in: $0, date) }, message)
  }

  private static func delay(in header: String, _ date: String?) -> Duration? {
    let words = header.words
    if words.count == 1, let seconds = number(words[0], digits: 1...(.max)) {
      // As in RFC 9111, more seconds count as this many.
      return .seconds(min(seconds, 1 << 31))
    }
    guard let date, let now = HTTPDate(date.words),
      let end = HTTPDate(words, near: now.year)
    else { return nil }
    return .seconds(end.seconds - now.seconds)
  }
}

extension String {
  fileprivate var words: [Substring] { split { $0 == " " || $0 == "\t" } }
}

/// A date in a header of HTTP, in one of the three formats of RFC 9110, section 5.6.7.
private struct HTTPDate {
  /// The seconds since the beginning of 1970.
  let seconds: Int
  let year: Int

  /// Creates a date from its words; `nil` if they have none of the formats.
  ///
  /// - Parameters:
  ///   - words: The words of the header.
  ///   - near: A year, of which a year with two digits is at most 50 years later.
  init?(_ words: [Substring], near: Int = 2020) {
    let (time, date): (Substring, [Substring])
    switch words.count {
    case 6 where words[5] == "GMT":  // Sun, 06 Nov 1994 08:49:37 GMT
      (time, date) = (words[4], Array(words[1...3]))
    case 4 where words[3] == "GMT":  // Sunday, 06-Nov-94 08:49:37 GMT
      (time, date) = (words[2], words[1].split(separator: "-", omittingEmptySubsequences: false))
    case 5:  // Sun Nov  6 08:49:37 1994
      (time, date) = (words[3], [words[2], words[1], words[4]])
    default: return nil
    }
    let parts = time.split(separator: ":", omittingEmptySubsequences: false).map {
      number($0, digits: 2...2) ?? .max
    }
    let months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".words
    guard date.count == 3, let day = number(date[0], digits: 1...2),
      let month = months.firstIndex(of: date[1]),
      let written = number(date[2], digits: words.count == 4 ? 2...2 : 4...4),
      // A leap second is number 60.
      parts.count == 3, parts[0] < 24, parts[1] < 60, parts[2] <= 60
    else { return nil }
    let latest = near + 50
    year = words.count == 4 ? latest - (latest - written) % 100 : written
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard 1...lengths[month] ~= day else { return nil }
    let past = year - 1
    let days =
      past * 365 + past / 4 - past / 100 + past / 400 + lengths[..<month].reduce(0, +) + day - 1
    seconds = (days - 719_162) * 86_400 + parts[0] * 3_600 + parts[1] * 60 + parts[2]
  }
}

/// A number in digits of ASCII; a number that does not fit is the greatest.
private func number(_ text: Substring, digits: ClosedRange<Int>) -> Int? {
  guard digits ~= text.utf8.count, text.utf8.allSatisfy({ 48...57 ~= $0 }) else { return nil }
  return Int(text) ?? .max
}
