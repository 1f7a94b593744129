import Foundation
import SelfManaged
import StorefrontHarness
import StorefrontServices
import Testing

@Suite(.timeLimit(.minutes(10))) struct RetryAfterTests {
  /// Sun, 06 Nov 1994 08:49:37 GMT, the example of RFC 9110.
  private let example = Date(timeIntervalSince1970: 784_111_777)

  @Test(arguments: [
    ("0", 0), ("120", 120), (" 7\t", 7), ("007", 7), ("99999999999999999999", 1 << 31),
  ])
  func secondsAreParsed(_ text: String, _ seconds: Int64) {
    #expect(RetryAfter(text, at: example)?.delay == .seconds(seconds))
  }

  @Test(arguments: [
    ("Sun, 06 Nov 1994 08:49:37 GMT", 0), ("Sun, 06 Nov 1994 08:51:37 GMT", 120),
    ("Sun, 06 Nov 1994 08:49:36 GMT", -1), ("Mon, 07 Nov 1994 08:49:37 GMT", 86_400),
    ("Sun, 06 Nov 1994 08:49:60 GMT", 23), ("Thu, 29 Feb 1996 08:49:37 GMT", 480 * 86_400),
  ])
  func dateIsCountedFromNow(_ text: String, _ seconds: Int64) {
    #expect(RetryAfter(text, at: example)?.delay == .seconds(seconds))
  }

  @Test(arguments: [
    "", " ", "soon", "-1", "+1", "1.5", "1e3", "١٢", "0x10", "12 s",
    "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 6 Nov 1994 08:49:37 GMT",
    "sun, 06 nov 1994 08:49:37 gmt", "Sun, 06 Foo 1994 08:49:37 GMT",
    "Sun, 32 Nov 1994 08:49:37 GMT", "Wed, 29 Feb 1995 08:49:37 GMT",
    "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT",
    "Sun, 06 Nov 1994 08:49:61 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
  ])
  func malformedTextIsNoDelay(_ text: String) {
    #expect(RetryAfter(text, at: example) == nil)
  }

  @Test(arguments: [
    ("429 Too Many Requests", "Retry-After: 7", "{\"message\":\"Slowly\"}", Duration.seconds(7)),
    (
      "429 Too Many Requests",
      "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\nRetry-After: Sun, 06 Nov 1994 08:49:47 GMT", "",
      .seconds(10)
    ),
    ("429 Too Many Requests", "Retry-After: soon", "<html>", nil),
    ("429 Too Many Requests", "X: y", "", nil),
  ])
  func tooManyRequestsPauseTheSession(
    _ status: String, _ header: String, _ body: String, _ delay: Duration?
  ) async throws {
    let server = try await RawServer.answering(status, header, body)
    let add = await failure { try await server.api.add(1, of: "a", .new()) }
    #expect(add?.code == .busy)
    #expect(add?.retryAfter == delay)
    #expect(add?.scope == .session)
    let read = await failure { try await server.api.quantity(of: "a") }
    #expect(read == add)
  }

  @Test(arguments: [
    (
      "Retry-After: 3", "{\"message\":\"Busy\",\"nothingDone\":true}",
      .busy(after: .seconds(3), "Busy")
    ),
    ("Retry-After: soon", "{\"message\":\"Busy\",\"nothingDone\":true}", .rejected("Busy")),
    // The reply may come from a proxy, which has passed the request to the server.
    ("Retry-After: 3", "<html>", ServiceError.unknownOutcome),
    ("Retry-After: 3", "{\"message\":\"\",\"nothingDone\":false}", .unknownOutcome),
  ])
  func unavailableServerIsBusyOnlyIfNothingWasDone(
    _ header: String, _ body: String, _ expected: ServiceError
  ) async throws {
    let server = try await RawServer.answering("503 Service Unavailable", header, body)
    #expect(await failure { try await server.api.add(1, of: "a", .new()) } == expected)
  }
}

extension RawServer {
  /// Starts a server with the same answer to each request.
  fileprivate static func answering(
    _ status: String, _ header: String, _ body: String
  ) async throws -> RawServer {
    try await RawServer { connection in
      _ = try await connection.readRequest()
      try await connection.write(
        "HTTP/1.1 \(status)\r\n\(header)\r\nConnection: close\r\n"
          + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }
  }
}
