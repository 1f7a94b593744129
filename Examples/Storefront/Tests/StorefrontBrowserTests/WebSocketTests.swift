import Foundation
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOWebSocket
@testable import StorefrontBrowser
import StorefrontHarness
import StorefrontNetwork
import Testing

/// The handlers of a WebSocket, without a socket.
@Suite struct WebSocketTests {
  static func frame(
    _ payload: [UInt8], kind: UInt8 = 1, isLast: Bool = true, mask: [UInt8] = [1, 2, 3, 4]
  ) -> [UInt8] {
    var bytes: [UInt8] = [(isLast ? 0x80 : 0) | kind]
    if payload.count <= 125 {
      bytes.append(0x80 | UInt8(payload.count))
    } else {
      bytes += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
    }
    return bytes + mask + payload.enumerated().map { $0.element ^ mask[$0.offset & 3] }
  }

  @Test(arguments: [0, 1, 125, 126, 1000, 4096])
  func aTextArrivesWhole(length: Int) throws {
    let text = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
    let socket = try Socket()
    try socket.feed(Self.frame(text))
    #expect(try socket.texts() == [text])
  }

  @Test func framesArriveWhereverTheyAreCut() throws {
    let bytes =
      Self.frame(Array("one".utf8)) + Self.frame([7], kind: 9)
      + Self.frame(Array(repeating: 65, count: 300))
    for cut in bytes.indices {
      let socket = try Socket()
      try socket.feed(bytes[..<cut])
      try socket.feed(bytes[cut...])
      #expect(try socket.texts() == [Array("one".utf8), Array(repeating: 65, count: 300)])
      #expect(try socket.written() == [0x8A, 1, 7])
    }
  }

  @Test func fragmentsAreOneText() throws {
    let socket = try Socket()
    try socket.feed(Self.frame([1, 2], isLast: false) + Self.frame([9], kind: 9))
    #expect(try socket.written() == [0x8A, 1, 9])
    #expect(try socket.texts() == [])
    try socket.feed(Self.frame([3], kind: 0, isLast: false) + Self.frame([4], kind: 0))
    #expect(try socket.texts() == [[1, 2, 3, 4]])
  }

  @Test func fragmentsTogetherAreBoundedToo() throws {
    let socket = try Socket(limit: 100)
    try socket.feed(Self.frame(Array(repeating: 1, count: 60), isLast: false))
    #expect(try socket.closed() == nil)
    try socket.feed(Self.frame(Array(repeating: 1, count: 60), kind: 0, isLast: false))
    #expect(try socket.closed()?.code == 1009)
  }

  @Test(
    arguments: [
      ([0x81, 0x01, 65], 1002), ([0xC1, 0x81, 0, 0, 0, 0, 65], 1002),
      ([0x82, 0x80, 0, 0, 0, 0], 1003),
      ([0x80, 0x80, 0, 0, 0, 0], 1002), ([0x83, 0x80, 0, 0, 0, 0], 1002),
      ([0x89, 0xFE, 0, 126], 1002), ([0x09, 0x80, 0, 0, 0, 0], 1002),
      ([0x01, 0x80, 0, 0, 0, 0, 0x81, 0x80, 0, 0, 0, 0], 1002),
      // The heads of long messages.
      ([0x81, 126 | 0x80, 0x10, 0x01], 1009),
      ([0x81, 127 | 0x80, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], 1009),
      ([0x81, 127 | 0x80, 0, 0, 0, 0, 0, 1, 0, 0], 1009),
    ] as [([UInt8], UInt16)])
  func whatThePageDoesNotSendIsRefused(bytes: [UInt8], code: UInt16) throws {
    let socket = try Socket()
    try socket.feed(bytes)
    let closed = try socket.closed()
    #expect(closed?.code == code)
    #expect(closed?.reason.isEmpty == false)
    try socket.feed(Self.frame([65]))
    #expect(try socket.texts() == [])
  }

  @Test func aCloseIsAnsweredAndNothingIsReadAfterIt() throws {
    let socket = try Socket()
    try socket.feed(Self.frame([], kind: 8) + Self.frame([65]))
    #expect(try socket.closed()?.code == 1000)
    #expect(try socket.texts() == [])
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func noBytesTrap(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<5000 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        UInt8.random(in: .min ... .max, using: &random)
      }
      try Socket(limit: 64).feed(bytes)
      let http = EmbeddedChannel(handler: RequestHeadHandler())
      _ = try? http.writeInbound(ByteBuffer(bytes: bytes + Array("\r\n\r\n".utf8)))
      _ = try? Request(
        HTTPRequestHead(
          version: .http1_1, method: .GET, uri: String(decoding: bytes, as: UTF8.self)))
    }
  }

  @Test func aPageIsKnownByItsOrigin() throws {
    let request = try Request(
      HTTPRequestHead(
        version: .http1_1, method: .GET, uri: "/device?path=%2Ffeed&user=ada",
        headers: ["Host": "127.0.0.1:80", "Origin": "http://127.0.0.1:80"]))
    #expect(request.query == ["path": "/feed", "user": "ada"])
    #expect(request.isFromOurPage(port: 80))
    #expect(!request.isFromOurPage(port: 81))
  }

  @Test(arguments: ["%", "%4", "%zz", "a b", "ä", "path=%2Ffeed&user=%E4%E"])
  func aBrokenQueryIsNoQuery(query: String) throws {
    let request = try Request(HTTPRequestHead(version: .http1_1, method: .GET, uri: "/?\(query)"))
    #expect(request.path == "/")
    #expect(request.query.isEmpty)
  }

  @Test(arguments: [1, 125, 126, 65_535, 65_536])
  func aFrameSaysHowLongItIs(length: Int) throws {
    let socket = try Socket()
    try socket.channel.writeOutbound(
      WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(repeating: 0, count: length)))
    let frame = try socket.written()
    let head = length <= 125 ? 2 : length <= 65_535 ? 4 : 10
    #expect(frame.count == head + length)
    let stated = head == 2 ? Int(frame[1]) : frame[2..<head].reduce(0) { $0 << 8 | Int($1) }
    #expect(stated == length)
  }

  @Test func aReasonIsCutBetweenCharacters() throws {
    let words = String(repeating: "é", count: 200)
    let socket = try Socket { _ in throw WebSocketError.malformed(words) }
    try socket.feed(Self.frame([65]))
    let frame = try socket.written()
    #expect(frame.count <= 127)
    #expect(String(validating: frame.dropFirst(4), as: UTF8.self)?.hasSuffix("é") == true)
  }

  /// The handlers of a WebSocket, whose messages are the bytes of their texts.
  private struct Socket {
    let channel = EmbeddedChannel()

    init(
      limit: Int = 4096,
      decode: @escaping (ByteBuffer) throws -> [UInt8] = { Array($0.readableBytesView) }
    ) throws {
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandler(ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: limit)))
      try pipeline.addHandler(WebSocketFrameEncoder())
      try WebSocketMessageHandler.add(to: pipeline, limit: limit, decode: decode)
    }

    func feed(_ bytes: some Sequence<UInt8>) throws {
      try channel.writeInbound(ByteBuffer(bytes: bytes))
    }

    func texts() throws -> [[UInt8]] {
      var texts: [[UInt8]] = []
      while let text = try channel.readInbound(as: [UInt8].self) { texts.append(text) }
      return texts
    }

    func written() throws -> [UInt8] {
      var bytes: [UInt8] = []
      while let part = try channel.readOutbound(as: ByteBuffer.self) {
        bytes += part.readableBytesView
      }
      return bytes
    }

    /// The code and the reason of a written close frame.
    func closed() throws -> (code: UInt16, reason: String)? {
      let bytes = try written()
      guard bytes.first == 0x88, bytes.count >= 4 else { return nil }
      let reason = String(decoding: bytes.dropFirst(4), as: UTF8.self)
      return (UInt16(bytes[2]) << 8 | UInt16(bytes[3]), reason)
    }
  }
}
