package import Foundation

/// The delay that the header `Retry-After` of a reply asks for: seconds, or an HTTP date.
package struct RetryAfter: Hashable, Sendable {
  /// The delay; zero or negative if the date has passed.
  package let delay: Duration

  /// The greatest delay; more seconds count as this many, as in RFC 9111.
  private static let greatest: Int64 = 1 << 31

  /// Creates the delay from the value of the header; `nil` if the value is malformed.
  ///
  /// - Parameters:
  ///   - text: The value of the header.
  ///   - now: The time of the reply, from which the delay until a date is counted.
  package init?(_ text: String, at now: Date) {
    let text = text.trimmingCharacters(in: .whitespaces)
    if let date = Self.date(text) {
      delay = .seconds(date.timeIntervalSince(now))
    } else if !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) {
      // A number that does not fit is too large.
      delay = .seconds(min(Int64(text) ?? .max, Self.greatest))
    } else {
      return nil
    }
  }

  /// Returns the date of a text such as "Sun, 06 Nov 1994 08:49:37 GMT" (RFC 9110's IMF-fixdate);
  /// `nil` if the text is malformed.
  ///
  /// A `DateFormatter` would accept more, and the two obsolete formats are not accepted.
  package static func date(_ text: String) -> Date? {
    let pattern =
      #/
      (?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),\ ([0-9]{2})\ ([A-Z][a-z]{2})\ ([0-9]{4})
      \ ([0-9]{2}):([0-9]{2}):([0-9]{2})\ GMT
      /#
    guard let match = text.wholeMatch(of: pattern)?.output,
      let month = months.firstIndex(of: String(match.2)),
      let day = Int(match.1), let year = Int(match.3),
      let hour = Int(match.4), let minute = Int(match.5), let second = Int(match.6),
      // A leap second is number 60.
      hour < 24, minute < 60, second <= 60
    else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let components = DateComponents(year: year, month: month + 1, day: day)
    guard components.isValidDate(in: calendar), let midnight = calendar.date(from: components)
    else { return nil }
    return midnight.addingTimeInterval(Double(hour * 3600 + minute * 60 + second))
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
