import Foundation
import StorefrontBrowser
import StorefrontHarness
import StorefrontSockets
import Testing

/// The decoding of a WebSocket's bytes.
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
    var reader = WebSocketReader()
    #expect(try reader.feed(Self.frame(text)) == [.text(text)])
  }

  @Test func framesArriveWhereverTheyAreCut() throws {
    let bytes =
      Self.frame(Array("one".utf8)) + Self.frame([7], kind: 9)
      + Self.frame(Array(repeating: 65, count: 300))
    for cut in bytes.indices {
      var reader = WebSocketReader()
      let events = try reader.feed(bytes[..<cut]) + reader.feed(bytes[cut...])
      #expect(
        events == [.text(Array("one".utf8)), .ping([7]), .text(Array(repeating: 65, count: 300))])
    }
  }

  @Test func fragmentsAreOneText() throws {
    var reader = WebSocketReader()
    let events = try reader.feed(
      Self.frame([1, 2], isLast: false) + Self.frame([9], kind: 9)
        + Self.frame([3], kind: 0, isLast: false) + Self.frame([4], kind: 0))
    #expect(events == [.ping([9]), .text([1, 2, 3, 4])])
  }

  @Test(
    arguments: [
      [0x81, 126 | 0x80, 0x10, 0x01],
      [0x81, 127 | 0x80, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
      [0x81, 127 | 0x80, 0, 0, 0, 0, 0, 1, 0, 0],
    ] as [[UInt8]])
  func aLongMessageIsRefusedByItsHead(head: [UInt8]) {
    var reader = WebSocketReader()
    let error = #expect(throws: WebSocketError.self) { try reader.feed(head) }
    #expect(error?.code == 1009)
  }

  @Test func fragmentsTogetherAreBoundedToo() throws {
    var reader = WebSocketReader(limit: 100)
    _ = try reader.feed(Self.frame(Array(repeating: 1, count: 60), isLast: false))
    let error = #expect(throws: WebSocketError.self) {
      try reader.feed(Self.frame(Array(repeating: 1, count: 60), kind: 0, isLast: false))
    }
    #expect(error?.code == 1009)
  }

  @Test(
    arguments: [
      ([0x81, 0x01, 65], 1002), ([0xC1, 0x81, 0, 0, 0, 0, 65], 1002),
      ([0x82, 0x80, 0, 0, 0, 0], 1003),
      ([0x80, 0x80, 0, 0, 0, 0], 1002), ([0x83, 0x80, 0, 0, 0, 0], 1002),
      ([0x89, 0xFE, 0, 126], 1002), ([0x09, 0x80, 0, 0, 0, 0], 1002),
      ([0x01, 0x80, 0, 0, 0, 0, 0x81, 0x80, 0, 0, 0, 0], 1002),
    ] as [([UInt8], UInt16)])
  func whatNoBrowserSendsIsRefused(bytes: [UInt8], code: UInt16) {
    var reader = WebSocketReader()
    let error = #expect(throws: WebSocketError.self) { try reader.feed(bytes) }
    #expect(error?.code == code)
    #expect(error.map { !$0.reason.isEmpty } == true)
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func noBytesTrap(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<5000 {
      var reader = WebSocketReader(limit: 64)
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        UInt8.random(in: .min ... .max, using: &random)
      }
      _ = try? reader.feed(bytes)
      _ = RequestHead(bytes)
    }
  }

  @Test func theKeyIsAnsweredAsInTheStandard() async {
    let head = RequestHead(
      Array(
        """
        GET /device?path=%2Ffeed&user=ada HTTP/1.1\r
        Host: 127.0.0.1:80\r
        Upgrade: websocket\r
        Connection: keep-alive, Upgrade\r
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
        Sec-WebSocket-Version: 13\r
        Origin: http://127.0.0.1:80
        """.utf8))
    #expect(await head?.webSocketAccept == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    #expect(head?.query == ["path": "/feed", "user": "ada"])
    #expect(head?.isFromOurPage(port: 80) == true)
    #expect(head?.isFromOurPage(port: 81) == false)
  }

  @Test(arguments: ["%", "%4", "%zz", "a b", "ä", "path=%2Ffeed&user=%E4%E"])
  func aBrokenQueryIsNoQuery(query: String) {
    let head = RequestHead(Array("GET /?\(query) HTTP/1.1\r\n".utf8))
    #expect(head?.query.isEmpty ?? true)
  }

  @Test(arguments: [1, 125, 126, 65_535, 65_536])
  func aFrameSaysHowLongItIs(length: Int) {
    let frame = [UInt8](WebSocketFrame.text(Data(count: length)))
    let head = length <= 125 ? 2 : length <= 65_535 ? 4 : 10
    #expect(frame.count == head + length)
    let stated = head == 2 ? Int(frame[1]) : frame[2..<head].reduce(0) { $0 << 8 | Int($1) }
    #expect(stated == length)
  }

  @Test func aReasonIsCutBetweenCharacters() {
    let frame = WebSocketFrame.close(1008, String(repeating: "é", count: 200))
    #expect(frame.count <= 127)
    #expect(String(data: frame.dropFirst(4), encoding: .utf8) != nil)
  }
}
