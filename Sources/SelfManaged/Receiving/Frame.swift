/// One received message before decoding: its type and its body.
///
/// The body is a part of the received chunk, which stays in memory as long as the frame. Keep
/// ``body``, a copy, to keep less memory.
public struct Frame: Sendable {
  /// The wire type of the response.
  public let type: WireType

  private let storage: [UInt8]
  private let range: Range<Int>

  /// Creates a frame, for encoding and tests.
  public init(type: WireType, body: [UInt8] = []) {
    self.type = type
    storage = body
    range = 0..<body.count
  }

  /// Creates a frame from a part of a chunk; the caller guarantees that the part is present.
  init(type: WireType, storage: [UInt8], range: Range<Int>) {
    self.type = type
    self.storage = storage
    self.range = range
  }

  /// A copy of the bytes after the header.
  public var body: [UInt8] { Array(storage[range]) }

  /// The number of bytes in the body.
  public var bodyByteCount: Int { range.count }

  /// A reader of the body; its first byte is at offset 0.
  public func reader(order: ByteOrder = .big) -> ByteReader {
    var reader = ByteReader(storage, order: order)
    reader.begin(at: range.lowerBound, until: range.upperBound, order: order)
    return reader
  }

  /// The bytes of the frame on the wire.
  ///
  /// - Throws: A ``WriteError`` if the type or the body's length does not fit into the format's
  ///   header.
  public func encoded(as format: FrameFormat = FrameFormat()) throws -> [UInt8] {
    var writer = ByteWriter(order: format.order)
    try writer.int(type.rawValue, format.type, field: "type")
    try writer.bytes(storage[range], prefix: format.length, field: "body")
    return writer.bytes
  }
}

extension Frame: Hashable {
  /// Whether both have the same type and the same bytes.
  public static func == (first: Self, second: Self) -> Bool {
    first.type == second.type && first.storage[first.range] == second.storage[second.range]
  }

  /// Hashes the type and the bytes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(type)
    hasher.combine(storage[range])
  }
}

extension Frame: CustomStringConvertible {
  /// The type and the size.
  public var description: String { "a frame of type \(type) with \(bodyByteCount) bytes" }
}
