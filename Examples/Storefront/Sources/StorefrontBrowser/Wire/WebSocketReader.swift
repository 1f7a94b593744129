/// Decodes a browser's bytes into WebSocket messages (RFC 6455) of limited size.
///
/// It is a value: bytes in, events out, and an error for bytes that a browser would not send. The
/// length of a frame is checked before any of its bytes are kept.
///
/// FlyingFox answers the handshake. It could read the frames as well, but not within the limits of
/// this page: version 0.27.1
/// - reads frames of any stated length, and joins any number of fragments;
/// - accepts unmasked frames and reserved bits;
/// - buffers frames for a slow reader without a limit, and gives a handler no access to the
///   connection, so that a blocked write can't be canceled;
/// - closes with "Protocol Error", whatever the reason.
package struct WebSocketReader {
  /// The maximum number of bytes in a message.
  package let limit: Int
  private var buffer: [UInt8] = []
  private var fragments: [UInt8]?

  package init(limit: Int = 4096) { self.limit = limit }

  /// A decoded event.
  package enum Event: Hashable, Sendable {
    case text([UInt8])
    case ping([UInt8])
    case close
  }

  /// Receives bytes, and returns the events that they complete.
  package mutating func feed(_ bytes: some Sequence<UInt8>) throws(WebSocketError) -> [Event] {
    buffer += bytes
    var events: [Event] = []
    while let frame = try next() {
      if let event = try event(of: frame) { events.append(event) }
    }
    return events
  }

  private struct Frame {
    let isLast: Bool
    let kind: UInt8
    let payload: [UInt8]
  }

  private mutating func next() throws(WebSocketError) -> Frame? {
    guard buffer.count >= 2 else { return nil }
    let (first, second) = (buffer[0], buffer[1])
    guard first & 0x70 == 0 else { throw .broken("reserved bits") }
    guard second & 0x80 != 0 else { throw .broken("an unmasked frame") }
    let kind = first & 0x0F
    var length = Int(second & 0x7F)
    var start = 2
    if length >= 126 {
      let width = length == 126 ? 2 : 8
      guard buffer.count >= 2 + width else { return nil }
      // Eight bytes may exceed an Int; such a length exceeds the limit anyway.
      let long = buffer[2..<2 + width].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      guard long <= UInt64(limit) else { throw .tooBig(limit) }
      length = Int(long)
      start += width
    }
    guard length <= limit else { throw .tooBig(limit) }
    if kind >= 8, length > 125 || first & 0x80 == 0 { throw .broken("a control frame") }
    guard buffer.count >= start + 4 + length else { return nil }
    let mask = Array(buffer[start..<start + 4])
    let payload = buffer[(start + 4)..<(start + 4 + length)].enumerated()
      .map { $0.element ^ mask[$0.offset & 3] }
    buffer.removeFirst(start + 4 + length)
    return Frame(isLast: first & 0x80 != 0, kind: kind, payload: payload)
  }

  private mutating func event(of frame: Frame) throws(WebSocketError) -> Event? {
    switch frame.kind {
    case 0:
      guard let former = fragments else { throw .broken("a continuation of nothing") }
      return try whole(former + frame.payload, frame.isLast)
    case 1:
      guard fragments == nil else { throw .broken("a text within a text") }
      return try whole(frame.payload, frame.isLast)
    case 2: throw .notText
    case 8: return .close
    case 9: return .ping(frame.payload)
    case 10: return nil
    default: throw .broken("an unknown kind of frame")
    }
  }

  private mutating func whole(
    _ payload: [UInt8], _ isLast: Bool
  ) throws(WebSocketError) -> Event? {
    guard payload.count <= limit else { throw .tooBig(limit) }
    fragments = isLast ? nil : payload
    return isLast ? .text(payload) : nil
  }
}

/// The reason for closing a connection.
package struct WebSocketError: Error, Hashable, Sendable {
  /// The code of the close, from RFC 6455, section 7.4.1.
  package let code: UInt16
  /// The reason, as a text.
  package let reason: String

  static func broken(_ what: String) -> Self { Self(code: 1002, reason: "Protocol error: \(what)") }
  static let notText = Self(code: 1003, reason: "Only text is understood")
  static func malformed(_ what: String) -> Self { Self(code: 1008, reason: "Malformed: \(what)") }
  static func tooBig(_ limit: Int) -> Self {
    Self(code: 1009, reason: "A message has at most \(limit) bytes")
  }
}
