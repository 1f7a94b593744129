import NIOCore
import SelfManaged

/// The message that is received: a number and a short text.
struct Note: WritableResponse {
  static let wireType: WireType = 7
  static let notificationID: NotificationID = "benchmarks.note"

  var id: UInt32
  var text: String

  init(id: UInt32, text: String) {
    self.id = id
    self.text = text
  }

  init(from reader: inout ByteReader) throws {
    id = try reader.unsigned("id")
    text = try reader.string("text")
  }

  func write(to writer: inout ByteWriter) throws {
    writer.unsigned(id)
    try writer.string(text)
  }

  /// What every contestant adds up.
  var sum: Int { Int(id) &+ text.utf8.count }
}

/// A number of notes, as they arrive.
struct Wire {
  let notes: [Note]
  /// All of them in one piece.
  let bytes: [UInt8]
  /// The same cut into pieces as large as TCP's.
  let chunks: [[UInt8]]
  /// The bodies, one after the other.
  let bodies: [UInt8]

  init(_ count: Int) throws {
    notes = (0..<count).map { Note(id: UInt32($0), text: "hello \($0 % 97)") }
    let frames = try notes.map { try $0.encoded() }
    let bytes = frames.flatMap { $0 }
    self.bytes = bytes
    let format = FrameFormat()
    let header = format.type.rawValue + format.length.rawValue
    bodies = frames.flatMap { $0.dropFirst(header) }
    chunks = stride(from: 0, to: bytes.count, by: 1_460).map {
      Array(bytes[$0..<min($0 + 1_460, bytes.count)])
    }
  }

  var sum: Int { notes.reduce(0) { $0 &+ $1.sum } }
}

/// A frame as swift-nio cuts it.
struct NIOFrame {
  let type: UInt16
  let body: ByteBuffer
}

/// The same framing with swift-nio's own tools.
struct NIODecoder: NIOSingleStepByteToMessageDecoder {
  typealias InboundOut = NIOFrame

  mutating func decode(buffer: inout ByteBuffer) throws -> NIOFrame? {
    let start = buffer.readerIndex
    guard let type = buffer.readInteger(as: UInt16.self),
      let length = buffer.readInteger(as: UInt32.self), length <= 1_000,
      let body = buffer.readSlice(length: Int(length))
    else {
      buffer.moveReaderIndex(to: start)
      return nil
    }
    return NIOFrame(type: type, body: body)
  }

  mutating func decodeLast(buffer: inout ByteBuffer, seenEOF: Bool) throws -> NIOFrame? {
    try decode(buffer: &buffer)
  }
}

extension ByteBuffer {
  /// The same reading with swift-nio's own tools.
  mutating func readNote() throws -> Note? {
    guard let id = readInteger(as: UInt32.self), let length = readInteger(as: UInt16.self),
      let text = try readUTF8ValidatedString(length: Int(length))
    else { return nil }
    return Note(id: id, text: text)
  }
}
