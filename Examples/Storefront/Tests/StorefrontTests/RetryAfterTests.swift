import SelfManaged
import StorefrontHarness
import StorefrontServices
import Testing

@Suite(.timeLimit(.minutes(10))) struct RetryAfterTests {
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
    ("Retry-After: soon", "{\"message\":\"Busy\",\"nothingDone\":true}", .busy(after: nil, "Busy")),
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
