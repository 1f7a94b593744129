import Foundation
import SelfManaged
import StorefrontHarness
import StorefrontServices
import StorefrontWire
import Testing

/// The server's reactions to connections and requests that its own client would not make.
@Suite(.serialized, .timeLimit(.minutes(10))) struct BoundsTests {
  private let server: ServerProcess

  init() async throws { server = try await ServerProcess.start() }

  @Test func eightLongRequestLinesAreRefusedAndTheShopGoesOn() async throws {
    let line = Array("GET /".utf8) + Array(repeating: UInt8(ascii: "a"), count: 60_000)
    let answers = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<8 { group.addTask { try await answer(to: line) } }
      return try await group.reduce(into: [String]()) { $0.append($1) }
    }
    #expect(answers.allSatisfy { $0.hasPrefix("HTTP/1.1 431") })
    #expect(try await server.api().quantity(of: "apple").quantity == 0)
  }

  @Test(arguments: [
    ("GET /posts HTTP/1.1\r\n\r\n", "421"),
    ("GET /posts HTTP/1.1\r\nHost: evil.example\r\n\r\n", "421"),
    ("GET /posts HTTP/1.1\r\nHost: 127.0.0.1.evil.example\r\n\r\n", "421"),
    ("GET /posts HTTP/1.1\r\nHost: localhost:80:80\r\n\r\n", "421"),
    ("GET /posts HTTP/1.1\r\nHost: localhost\r\n\r\n", "401"),
    ("GET /posts HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n", "400"),
    ("GET /images/ada HTTP/1.1\r\nHost: 127.0.0.1:1\r\n\r\n", "200"),
    ("nonsense\r\n\r\n", "400"),
    ("GET  /posts HTTP/1.1\r\nHost: localhost\r\n\r\n", "400"),
    ("GET /posts HTTP/1.banana\r\nHost: localhost\r\n\r\n", "400"),
    ("GET /posts HTTP/1.1\r\nHost : localhost\r\n\r\n", "400"),
    ("GET /posts HTTP/1.1\r\nHost: localhost\r\n X-User: ada\r\n\r\n", "400"),
    ("GET /posts HTTP/1.1\r\nHost: localhost\r\nX-User: ada\r\n\tben:\r\n\r\n", "400"),
    ("GET /posts HTTP/1.1\r\nHost: localhost\r\nX-User: ada\r\nX-User: ben\r\n\r\n", "400"),
    ("GET /posts HTTP/1.0\r\nHost: localhost\r\nX-User: ada\r\n\r\n", "200"),
    ("GET /posts\r\n\r\n", "400"),
    ("GET /posts HTTP/1.1\r\nHost: localhost\r\nX-User: a\u{0}b\r\n\r\n", "400"),
    ("PUT /profile HTTP/1.1\r\nHost: localhost\r\nContent-Length: 16385\r\n\r\n", "413"),
    (
      "PUT /profile HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999\r\n\r\n",
      "413"
    ),
    ("PUT /profile HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n", "400"),
    ("PUT /profile HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n", "411"),
  ])
  func aRequestIsJudgedByItsHead(_ request: String, _ status: String) async throws {
    let answer = try await answer(to: Array(request.utf8))
    #expect(answer.hasPrefix("HTTP/1.1 \(status)"))
  }

  @Test func aBodyIsBoundedHoweverItsLengthIsWritten() async throws {
    // The decoder skips the tab.
    let head = "PUT /profile HTTP/1.1\r\nHost: localhost\r\nContent-Length:\t16385\r\n\r\n"
    let answer = try await answer(to: Array(head.utf8) + Array(repeating: 0, count: 16_385))
    #expect(answer.hasPrefix("HTTP/1.1 413"))
  }

  @Test(arguments: [("/posts", "200"), ("/users/eve", "404"), ("/cart/apple/add", "405")])
  func aHEADIsAnsweredAsAGETWithoutTheBody(_ path: String, _ status: String) async throws {
    let rest = "\(path) HTTP/1.1\r\nHost: localhost\r\nX-User: ada\r\n\r\n"
    let head = try await answer(to: Array("HEAD \(rest)".utf8))
    #expect(head.hasPrefix("HTTP/1.1 \(status)"))
    #expect(head.hasSuffix("\r\n\r\n"))
    #expect(try await answer(to: Array("GET \(rest)".utf8)).hasPrefix(head))
  }

  @Test(arguments: [
    ("OPTIONS /posts", "200", "GET, HEAD, OPTIONS"),
    ("OPTIONS /posts/bread/like", "200", "GET, HEAD, PUT, DELETE, OPTIONS"),
    ("OPTIONS /cart", "200", "GET, HEAD, OPTIONS"),
    ("OPTIONS /cart/apple/add", "200", "POST, OPTIONS"),
    ("OPTIONS /orders", "200", "POST, OPTIONS"),
    ("OPTIONS /nowhere", "404", nil), ("PATCH /profile", "405", "GET, HEAD, PUT, OPTIONS"),
  ])
  func aPathNamesItsMethods(_ line: String, _ status: String, _ methods: String?) async throws {
    let answer = try await answer(to: Array("\(line) HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
    #expect(answer.hasPrefix("HTTP/1.1 \(status)"))
    #expect(answer.contains("Allow:") == (methods != nil))
    if let methods { #expect(answer.contains("\r\nAllow: \(methods)\r\n")) }
  }

  @Test(arguments: [
    "GET /posts HTTP/1.1\r\n", "PUT /profile HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{",
  ])
  func aRequestThatDoesNotArriveIsDropped(_ request: String) async throws {
    let answer = try await answer(to: Array(request.utf8))
    #expect(answer.hasPrefix("HTTP/1.1 408"))
  }

  /// A browser opens connections early, and would read any bytes there as a later reply.
  @Test func aConnectionWithoutARequestIsClosedWithoutAnAnswer() async throws {
    #expect(try await answer(to: []) == "")
  }

  @Test func aDeviceThatDoesNotSayWhoItIsIsCutOff() async throws {
    #expect(try await RawConnection.exchange([], with: server.pushPort).isEmpty)
  }

  @Test func thereIsAnEndToTheConnections() async throws {
    var idle: [RawConnection] = []
    var refusal = ""
    while refusal.isEmpty {
      let connection = try await RawConnection.open(server.port)
      idle.append(connection)
      // Only a refused connection receives a reply before its request.
      if idle.count > 128 {
        refusal = String(decoding: try await connection.readToEnd(), as: UTF8.self)
        // On a busy machine the first ones may have been closed meanwhile.
        if refusal.isEmpty { idle = [] }
      }
    }
    #expect(refusal.hasPrefix("HTTP/1.1 503"))
    #expect(refusal.contains("\"nothingDone\":true"))
    for connection in idle { connection.close() }
    while await failure(of: { try await server.api().quantity(of: "apple") }) != nil {}
  }

  @Test(arguments: [32, 40])
  func aServerWithoutDescriptorsWaitsForSome(_ limit: Int) async throws {
    let directory = try TemporaryDirectory()
    let script = try Self.script(limiting: limit, in: directory)
    let server = try await ServerProcess.start(executable: script)
    var idle: [RawConnection] = []
    for _ in 0..<100 { idle.append(try await RawConnection.open(server.port)) }
    for connection in idle { connection.close() }
    while await failure(of: { try await server.api().quantity(of: "apple") }) != nil {}
    #expect(try await server.api().add(1, of: "apple", .new()).quantity(of: "apple") == 1)
  }

  @Test func aServerWithTooFewDescriptorsSaysSo() async throws {
    let directory = try TemporaryDirectory()
    let script = try Self.script(limiting: 18, in: directory)
    let failure = await #expect(throws: LaunchFailure.self) {
      try await ServerProcess.start(executable: script)
    }
    #expect(failure?.description.contains("status \(EX_OSERR) ") == true)
  }

  /// A command that runs the server with few file descriptors.
  private static func script(limiting limit: Int, in directory: TemporaryDirectory) throws -> URL {
    let script = directory.url.appending(path: "few-descriptors")
    let command = try ServerExecutable.find().path
    try Data("#!/bin/sh\nulimit -n \(limit)\nexec '\(command)' \"$@\"\n".utf8).write(to: script)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: script.path)
    return script
  }

  @Test func aNULInAnIdentifierIsRefused() async throws {
    let words = ServiceError.rejected("The path must not contain control characters")
    let api = server.api()
    #expect(await failure { try await api.add(1, of: "apple\u{0}", .new()) } == words)
    #expect(
      await failure { try await api.setLiked(true, itemID: "sunrise\u{0}x", .new()) } == words)
    #expect(await failure { try await api.isTaken("Ben\u{0}") } == words)
    #expect(await failure { try await api.user("ben\u{0}") } == words)
  }

  @Test func aNULInAPushedNameIsNoUser() async throws {
    let bytes = try Subscribe(userID: "ada\u{0}", after: 0).encoded()
    let answer = try await RawConnection.exchange(Array(bytes), with: server.pushPort)
    #expect(String(decoding: answer, as: UTF8.self).contains("There is no user"))
  }

  @Test(arguments: [0, 201]) func aKeyHasOneToTwoHundredBytes(_ count: Int) async throws {
    let answer = try await send(
      "PUT", "posts/bread/like", to: server,
      headers: ["X-User": "ada", "Idempotency-Key": String(repeating: "k", count: count)])
    // A loader may omit an empty field; then there is no key.
    #expect(answer.status == 400 || (count == 0 && answer.status == 200))
  }

  @Test func aProfileIsCheckedAsTheFormChecksIt() async throws {
    let wrong = StorefrontProfile(name: "A", qq: "1234", phone: "1", city: "Paris", quantity: 9)
    do {
      try await server.api().save(wrong)
      Issue.record("The profile was saved")
    } catch let refusal as FieldRefusal {
      #expect(Set(refusal.fields.keys) == ["name", "qq", "phone", "city", "quantity"])
      #expect(refusal.fields.values.allSatisfy { !$0.isEmpty })
    }
  }

  @Test(arguments: ["Ada\u{0}", "  ", String(repeating: "a", count: 21), "Ada\n"])
  func aNameIsCheckedAsTheFormChecksIt(_ name: String) async throws {
    let profile = StorefrontProfile(
      name: name, qq: "12345", phone: "", city: "Beijing", quantity: 1)
    await #expect(throws: FieldRefusal.self) { try await server.api().save(profile) }
  }

  private func answer(to bytes: [UInt8]) async throws -> String {
    String(decoding: try await RawConnection.exchange(bytes, with: server.port), as: UTF8.self)
  }
}
