import Foundation
import StorefrontBrowser
import StorefrontHarness
import Testing

extension OneByOne {
  /// The connections that the page's server accepts, and the reactions to invalid ones.
  @Suite struct HostTests {
    @Test(arguments: [
      "http://evil.example", "http://127.0.0.1", "https://127.0.0.1:PORT", "null",
      "http://127.0.0.1:PORT.evil.example", nil,
    ])
    func aForeignPageGetsNoDevice(origin: String?) async throws {
      let shop = try await BrowserShop.open()
      let origin = origin?.replacing("PORT", with: "\(shop.host.port)")
      let answer = try await shop.ask(origin: origin)
      #expect(answer.hasPrefix("HTTP/1.1 403"))
    }

    #if os(Linux)
      /// On Linux all of 127/8 is this machine, so that a server on all interfaces is detected.
      @Test func nothingButTheLoopbackAddressIsListenedOn() async throws {
        let shop = try await BrowserShop.open()
        await #expect(throws: (any Error).self) {
          try await RawConnection.open(shop.host.port, at: "127.0.0.2")
        }
        try await RawConnection.open(shop.host.port).close()
      }
    #endif

    @Test func theKeyIsAnsweredAsInTheStandard() async throws {
      let shop = try await BrowserShop.open()
      let answer = try await shop.ask(origin: shop.origin)
      #expect(answer.hasPrefix("HTTP/1.1 101"))
      #expect(answer.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="))
    }

    @Test(arguments: [
      ("POST / HTTP/1.1", "405"), ("GET /page/../../../etc/passwd HTTP/1.1", "404"),
      ("GET /page/none.js HTTP/1.1", "404"), ("GET /user/ben HTTP/1.1", "200"),
      ("GET /device HTTP/1.1", "426"), ("nonsense", "400"), ("GET / HTTP/1.1\r\nno field", "400"),
      ("GET / HTTP/1.1", "421"), ("GET /device HTTP/1.1", "421"),
      ("GET /page/script/main.js HTTP/1.1", "421"),
    ])
    func requestsAreAnsweredInWords(line: String, status: String) async throws {
      let shop = try await BrowserShop.open()
      // A foreign name for this machine gets nothing.
      let host = status == "421" ? "evil.example" : "127.0.0.1:\(shop.host.port)"
      let answer = try await RawConnection.exchange(
        "\(line)\r\nHost: \(host)\r\n\r\n", with: shop.host.port)
      #expect(answer.hasPrefix("HTTP/1.1 \(status)"))
    }

    @Test func ctrlCLeavesNothingBehind() async throws {
      let directory = try TemporaryDirectory()
      let command = try CommandRun(
        "storefront-browser", environment: ["TMPDIR": directory.url.path])
      await command.printed("Open http://")
      #expect(try directory.files.count == 1)
      command.signal(SIGINT)
      #expect(await command.end().status == 128 + SIGINT)
      #expect(try directory.files == [])
    }

    @Test func aTemporaryFolderThatCannotBeWrittenIsNamed() async throws {
      let run = try await CommandRun("storefront-browser", environment: ["TMPDIR": "/dev/null"])
        .end()
      #expect(run.status == 1)
      #expect(
        run.output.hasSuffix(
          "The storefront could not be opened: No folder can be created in /dev/null;"
            + " set TMPDIR to a folder that can be written\n"))
    }

    @Test func anUnboundedHeadIsRefused() async throws {
      let shop = try await BrowserShop.open()
      let answer = try await RawConnection.exchange(
        "GET / HTTP/1.1\r\nX: " + String(repeating: "A", count: 8192 - 19), with: shop.host.port)
      #expect(answer.hasPrefix("HTTP/1.1 431"))
    }

    @Test(arguments: [
      ("{", 1008, "Malformed: not a press"),
      (#"{"press":"explode"}"#, 1008, "Malformed: an unknown press"),
      (#"{"press":"tap"}"#, 1008, "Malformed: tap lacks id"),
      (#"{"press":"edit","id":"1:x"}"#, 1008, "Malformed: edit lacks text"),
      (#"{"press":"latency","number":"much"}"#, 1008, "Malformed: not a press"),
      ("[]", 1008, "Malformed: not a press"),
      ("x", 1009, "A message has at most 4096 bytes"),
    ])
    func aMalformedMessageClosesThatConnectionAndNothingElse(
      message: String, code: UInt16, reason: String
    ) async throws {
      let shop = try await BrowserShop.open()
      let other = try await shop.connect()
      let broken = try await shop.connect()
      // The long message is created here, since a test's arguments are printed.
      try await broken.say(code == 1009 ? String(repeating: message, count: 5000) : message)
      let (closed, said) = try await broken.untilClosed()
      #expect(closed == code)
      #expect(said == reason)
      try await other.say(#"{"press":"open","text":"/sign-in"}"#)
      try await other.until { $0.contains("Who are you?") }
    }

    @Test func thereIsAnEndToTheDevices() async throws {
      let shop = try await BrowserShop.open()
      var devices: [DeviceSocket] = []
      for _ in 0..<BrowserHost.mostDevices { devices.append(try await shop.connect()) }
      #expect(try await shop.ask(origin: shop.origin).hasPrefix("HTTP/1.1 503"))
      // When a device ends, another one is accepted.
      try await devices.removeLast().leave()
      while try await !shop.ask(origin: shop.origin).hasPrefix("HTTP/1.1 101") {}
      withExtendedLifetime(devices) {}
    }

    @Test func aSlowReaderIsDroppedAndTheOthersGoOn() async throws {
      let shop = try await BrowserShop.open()
      let other = try await shop.connect()
      let slow = try await shop.connect()
      // The client requests one screen after the other, and reads nothing.
      var presses = 0
      while presses < 200_000, (try? await slow.say(#"{"press":"open","text":"/feed"}"#)) != nil {
        presses += 1
      }
      #expect(presses < 200_000)
      try await other.say(#"{"press":"open","text":"/sign-in"}"#)
      try await other.until { $0.contains("Who are you?") }
    }
  }
}

extension TemporaryDirectory {
  /// The names of the files in the directory.
  var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path) }
  }
}

extension BrowserShop {
  var origin: String { "http://127.0.0.1:\(host.port)" }

  func handshake(origin: String?) -> String {
    let lines = [
      "GET /device?path=/sign-in HTTP/1.1", "Host: 127.0.0.1:\(host.port)", "Upgrade: websocket",
      "Connection: Upgrade", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
      "Sec-WebSocket-Version: 13",
    ]
    return (lines + [origin.map { "Origin: \($0)" }].compactMap { $0 } + ["", ""])
      .joined(separator: "\r\n")
  }

  /// The first line of the answer to a handshake.
  func ask(origin: String?) async throws -> String {
    let connection = try await RawConnection.open(host.port)
    defer { connection.close() }
    try await connection.write(handshake(origin: origin))
    let bytes = try await connection.read(atMost: 4096)
    return String(decoding: bytes, as: UTF8.self)
  }

  func connect() async throws -> DeviceSocket {
    let connection = try await RawConnection.open(host.port)
    try await connection.write(handshake(origin: origin))
    let socket = DeviceSocket(connection)
    try await socket.until { $0.contains("101 Switching") }
    return socket
  }
}

/// The page's side of a WebSocket, as bytes.
actor DeviceSocket {
  private let connection: RawConnection
  private var heard: [UInt8] = []

  init(_ connection: RawConnection) { self.connection = connection }

  deinit { connection.close() }

  func say(_ text: String) async throws {
    try await connection.write(Data(WebSocketTests.frame(Array(text.utf8))))
  }

  func leave() async throws {
    try await connection.write(Data(WebSocketTests.frame([], kind: 8)))
  }

  /// Reads until the received bytes fulfill a condition.
  func until(_ isEnough: (String) -> Bool) async throws {
    while !isEnough(String(decoding: heard, as: UTF8.self)) {
      heard += try await connection.read(atMost: 65_536)
    }
  }

  /// Reads until the server closes, and returns the code and the reason of the last frame.
  func untilClosed() async throws -> (UInt16, String) {
    while let more = try? await connection.read(atMost: 65_536) { heard += more }
    guard
      let end = heard.indices.last(where: { index in
        heard[index] == 0x88
          && index + 2 + Int(heard.dropFirst(index + 1).first ?? 0) == heard.count
      })
    else { return (0, "") }
    let payload = heard[(end + 2)...]
    let code = payload.prefix(2).reduce(UInt16(0)) { $0 << 8 | UInt16($1) }
    return (code, String(decoding: payload.dropFirst(2), as: UTF8.self))
  }
}
