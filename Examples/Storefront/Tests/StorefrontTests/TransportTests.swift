import Foundation
import SelfManaged
import StorefrontHarness
import StorefrontServices
import Testing

@Suite(.timeLimit(.minutes(10))) struct TransportTests {
  @Test func aRefusedConnectionIsOffline() async throws {
    let server = try await ServerProcess.start()
    let api = server.api()
    await server.kill()
    #expect(await failure { try await api.setLiked(true, itemID: "bread", .new()) } == .offline)
    #expect(await failure { try await api.add(1, of: "apple", .new()) } == .offline)
    #expect(await failure { try await api.quantity(of: "apple") } == .offline)
    try await server.restart()
    #expect(try await api.add(1, of: "apple", .new()).quantity(of: "apple") == 1)
  }

  #if canImport(FoundationNetworking)
    @Test func aConnectionRefusedUnderANameIsDoubtful() async throws {
      let server = try await ServerProcess.start()
      let url = try #require(URL(string: "http://localhost:\(server.port)"))
      let api = StorefrontAPI(baseURL: url, userID: "ada")
      #expect(try await api.add(1, of: "apple", .new()).quantity(of: "apple") == 1)
      await server.kill()
      #expect(await failure { try await api.add(1, of: "apple", .new()) } == .unknownOutcome)
    }
  #endif

  @Test func aHostThatCannotExistIsOffline() async throws {
    let name = String(repeating: "a", count: 64)  // One letter more than a name may have.
    let url = try #require(URL(string: "http://\(name).invalid"))
    let api = StorefrontAPI(baseURL: url, userID: "ada")
    #expect(await failure { try await api.add(1, of: "apple", .new()) } == .offline)
  }

  @Test func anAddressThatIsNoneIsRejected() async throws {
    let api = StorefrontAPI(baseURL: URL(filePath: "/shop"), userID: "ada")
    let failure = await failure { try await api.add(1, of: "apple", .new()) }
    #expect(failure == .rejected("The server's address is malformed"))
  }

  @Test func aSilentServerIsAnUnknownOutcome() async throws {
    let silent = try await RawServer { _ = try await $0.readToEnd() }
    let api = StorefrontAPI(baseURL: silent.baseURL, userID: "ada", timeout: .milliseconds(100))
    #expect(await failure { try await api.add(1, of: "apple", .new()) } == .unknownOutcome)
  }

  @Test func aTrickleOfBytesDoesNotHoldTheDeadlineOff() async throws {
    let slow = try await RawServer { connection in
      _ = try await connection.readRequest()
      try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{")
      _ = try await connection.readToEnd()
    }
    let api = StorefrontAPI(baseURL: slow.baseURL, userID: "ada", timeout: .milliseconds(100))
    #expect(await failure { try await api.add(1, of: "apple", .new()) } == .unknownOutcome)
  }

  @Test func aCanceledRequestIsAnUnknownOutcome() async throws {
    let (requests, continuation) = AsyncStream.makeStream(of: Void.self)
    let silent = try await RawServer { connection in
      _ = try await connection.readRequest()
      continuation.yield()
      _ = try await connection.readToEnd()
    }
    let task = Task { await failure { try await silent.api.add(1, of: "apple", .new()) } }
    await requests.first { true }
    task.cancel()
    #expect(await task.value == .unknownOutcome)
  }

  @Test func aConnectionClosedOnTheRequestIsAnUnknownOutcome() async throws {
    let server = try await RawServer { _ = try await $0.readRequest() }
    #expect(await failure { try await server.api.add(1, of: "a", .new()) } == .unknownOutcome)
    #expect(
      await failure { try await server.api.setLiked(true, itemID: "a", .new()) } == .unknownOutcome)
  }

  @Test func aConnectionClosedUnreadIsAnUnknownOutcome() async throws {
    let server = try await RawServer { _ in }
    #expect(await failure { try await server.api.add(1, of: "a", .new()) } == .unknownOutcome)
  }

  @Test(arguments: [
    "this is no HTTP\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}",
    "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{\"quantity\":1,",
    "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{\"quantity\":1,",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n{\"qu",
  ])
  func aGarbledAnswerIsAnUnknownOutcome(_ answer: String) async throws {
    let server = try await RawServer.answering(answer)
    #expect(await failure { try await server.api.add(1, of: "a", .new()) } == .unknownOutcome)
  }

  private static let nothingDone = #"{"message":"Busy","nothingDone":true}"#

  /// The error of a server that lets the session wait.
  private static func pause(_ delay: Duration?, _ message: String = "") -> ServiceError {
    .busy(after: delay, message).scoped(to: .session)
  }

  /// The status, the header and the body of each answer, and the error that it means.
  static let answers: [(String, String, String, ServiceError)] = [
    ("307 Temporary Redirect", "Location: /", "", .unknownOutcome),
    ("400 Bad Request", "Location: /", #"{"message":"No"}"#, .rejected("No")),
    ("404 Not Found", "Location: /", "<html>", .rejected),
    ("408 Request Timeout", "Location: /", "", .busy()),
    ("409 Conflict", "Location: /", "", .conflict),
    ("425 Too Early", "Location: /", "", .busy()),
    ("429 Too Many Requests", "Location: /", "", pause(nil)),
    ("429 Too Many Requests", "Location: /", #"{"message":"Slowly"}"#, pause(nil, "Slowly")),
    ("429 Too Many Requests", "Retry-After: soon", "<html>", pause(nil)),
    (
      "429 Too Many Requests", "Retry-After: 7", #"{"message":"Slowly"}"#,
      pause(.seconds(7), "Slowly")
    ),
    (
      "429 Too Many Requests",
      "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\nRetry-After: Sun, 06 Nov 1994 08:49:47 GMT", "",
      pause(.seconds(10))
    ),
    ("500 Internal Server Error", "Location: /", "", .unknownOutcome),
    ("502 Bad Gateway", "Location: /", "<html>", .unknownOutcome),
    ("503 Service Unavailable", "Location: /", #"{"message":""}"#, .unknownOutcome),
    ("503 Service Unavailable", "Location: /", nothingDone, .rejected("Busy")),
    ("503 Service Unavailable", "Retry-After: 3", nothingDone, .busy(after: .seconds(3), "Busy")),
    ("503 Service Unavailable", "Retry-After: soon", nothingDone, .busy(after: nil, "Busy")),
    // The reply may come from a proxy, which has passed the request to the server.
    ("503 Service Unavailable", "Retry-After: 3", "<html>", .unknownOutcome),
    (
      "503 Service Unavailable", "Retry-After: 3", #"{"message":"","nothingDone":false}"#,
      .unknownOutcome
    ),
    ("504 Gateway Timeout", "Location: /", "", .unknownOutcome),
  ]

  @Test(arguments: answers)
  func aStatusSaysWhatIsKnown(
    _ status: String, _ header: String, _ body: String, _ expected: ServiceError
  ) async throws {
    let server = try await RawServer.answering(status, header, body)
    #expect(await failure { try await server.api.add(1, of: "a", .new()) } == expected)
    #expect(await failure { try await server.api.quantity(of: "a") } == expected)
  }

  @Test func aRedirectionIsNotFollowed() async throws {
    let seen = Counter()
    let server = try await RawServer { connection in
      _ = try await connection.readRequest()
      _ = seen.add()
      try await connection.write(
        "HTTP/1.1 307 Temporary Redirect\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n")
    }
    #expect(await failure { try await server.api.add(1, of: "a", .new()) } == .unknownOutcome)
    #expect(await failure { _ = try await server.api.products() } == .unknownOutcome)
    #expect(seen.value == 2)
  }

  /// On a reused connection the request would be sent twice, and the second refusal reported.
  @Test func aChangeThatDiesWithItsServerIsNotTakenForOffline() async throws {
    let seen = Counter()
    let server = try await RawServer(connections: 2) { connection in
      while true {
        _ = try await connection.readRequest()
        guard seen.add() == 1 else { return }
        let body = "{\"isLiked\":true,\"count\":1,\"version\":1}"
        try await connection.write(
          "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
      }
    }
    let api = server.api
    #expect(try await api.setLiked(true, itemID: "a", .new()).count == 1)
    #expect(
      await failure { try await api.setLiked(false, itemID: "a", .new()) } == .unknownOutcome)
    #expect(seen.value == 2)
  }
}
