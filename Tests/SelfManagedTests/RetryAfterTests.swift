import SelfManaged
import Testing

/// The delay that the headers of a busy server's reply ask for.
struct RetryAfterTests {
  /// The example of RFC 9110.
  private let date = "Sun, 06 Nov 1994 08:49:37 GMT"

  private func seconds(_ header: String?, date: String?) -> Duration? {
    ServiceError.busy(retryAfter: header, date: date).retryAfter
  }

  @Test(arguments: [
    ("0", 0), ("120", 120), (" 7\t", 7), ("007", 7), ("99999999999999999999", 1 << 31),
  ])
  func secondsNeedNoDate(_ header: String, _ expected: Int64) {
    #expect(seconds(header, date: nil) == .seconds(expected))
    #expect(seconds(header, date: date) == .seconds(expected))
    #expect(seconds(header, date: "soon") == .seconds(expected))
  }

  @Test(arguments: [
    ("Sun, 06 Nov 1994 08:49:37 GMT", 0), ("Sun, 06 Nov 1994 08:51:37 GMT", 120),
    (" Sun, 06 Nov 1994 08:49:36 GMT ", -1), ("Mon, 07 Nov 1994 08:49:37 GMT", 86_400),
    ("Sun, 06 Nov 1994 08:49:60 GMT", 23), ("Thu, 29 Feb 1996 08:49:37 GMT", 480 * 86_400),
    ("Sunday, 06-Nov-94 08:49:47 GMT", 10), ("Wednesday, 06-Nov-02 08:49:37 GMT", 2_922 * 86_400),
    ("Sun Nov  6 08:49:47 1994", 10), ("Wed Nov 16 08:49:37 1994", 864_000),
    ("Fri, 31 Dec 9999 23:59:59 GMT", 252_618_189_022),
  ])
  func dateIsComparedWithTheReplysOwn(_ header: String, _ expected: Int64) {
    #expect(seconds(header, date: date) == .seconds(expected))
    #expect(seconds(header, date: "Sunday, 06-Nov-94 08:49:37 GMT") == .seconds(expected))
    #expect(seconds(header, date: "\tSun Nov  6 08:49:37 1994 ") == .seconds(expected))
  }

  /// A year of two digits is at most fifty years after the reply.
  @Test(arguments: [("45", 1_945), ("44", 2_044), ("93", 1_993), ("00", 2_000)])
  func twoDigitsOfAYearAreNearTheReplysYear(_ digits: String, _ year: Int) {
    let short = seconds("Sunday, 01-Mar-\(digits) 00:00:00 GMT", date: date)
    #expect(short == seconds("Sun, 01 Mar \(year) 00:00:00 GMT", date: date))
    #expect(short != nil)
  }

  @Test(arguments: [
    "", " ", "soon", "-1", "+1", "1.5", "1e3", "١٢", "0x10", "12 s", "1 2",
    "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 006 Nov 1994 08:49:37 GMT",
    "sun, 06 nov 1994 08:49:37 gmt", "Sun, 06 Foo 1994 08:49:37 GMT",
    "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
    "Wed, 29 Feb 1995 08:49:37 GMT", "Thu, 29 Feb 1900 08:49:37 GMT",
    "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT",
    "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 94 08:49:37 GMT",
    "Sunday, 06-Nov-1994 08:49:37 GMT", "Sunday, 06--94 08:49:37 GMT", "Sun Nov 6 08:49:37 94",
  ])
  func headerThatCannotBeReadKeepsTheBackOff(_ header: String) {
    #expect(seconds(header, date: date) == nil)
    #expect(seconds("Sun, 06 Nov 1994 08:49:37 GMT", date: header) == nil)
  }

  /// The clock of the device is not asked.
  @Test func dateWithoutTheReplysDateKeepsTheBackOff() {
    #expect(seconds("Sun, 06 Nov 1994 08:49:37 GMT", date: nil) == nil)
    #expect(seconds(nil, date: date) == nil)
  }

  @Test func messageAndScopeAreThoseOfABusyServer() {
    let error = ServiceError.busy(retryAfter: "7", date: nil, "Slowly")
    #expect(error == .busy(after: .seconds(7), "Slowly"))
  }
}
