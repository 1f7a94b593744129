/// One message on the wire before it is decoded: its type and its body.
///
/// The body is a part of the received chunk, which the frame retains. To use less memory, store
/// ``body``, which is a copy.
public struct Frame: Sendable {
  /// The wire type of the response.
  public let type: WireType

  private let storage: [UInt8]
  private let range: Range<Int>

  /// Creates a frame to encode, or to use in a test.
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

  /// A copy of the bytes of the body.
  public var body: [UInt8] { Array(storage[range]) }

  /// Returns a reader for the body, whose first byte is at offset 0.
  public func reader(order: ByteOrder = .big) -> ByteReader {
    var reader = ByteReader(storage, order: order)
    reader.begin(at: range.lowerBound, until: range.upperBound, order: order)
    return reader
  }

  /// Returns the bytes of the frame on the wire.
  ///
  /// - Throws: A ``WriteError`` if the type or the body's length does not fit into the format's
  ///   header, or if a decoder would find the delimiter within the body.
  public func encoded(as format: FrameFormat = FrameFormat()) throws -> [UInt8] {
    var writer = ByteWriter(order: format.order)
    try writer.int(type.rawValue, format.type, field: "type")
    let body = storage[range]
    if !format.delimiter.isEmpty {
      let text = Array(body) + format.delimiter
      guard format.delimiter.first(in: text[...]) == body.count else {
        throw WriteError("body", "it contains the delimiter of the frame")
      }
      writer.bytes(text)
      return writer.bytes
    }
    let layout = FrameLayout(format)
    try writer.prefixed(body.count + Int(layout.excess), format.length, "body")
    writer.bytes(repeatElement(0, count: layout.reserved))
    writer.bytes(body)
    if layout.isChecked {
      writer.unsigned(crc32(writer.bytes))
    } else {
      writer.bytes(repeatElement(0, count: layout.tail))
    }
    return writer.bytes
  }
}

extension Frame: Hashable {
  /// Whether both frames have the same type and the same bytes.
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
  /// The type and the size of the body.
  public var description: String { "a frame of type \(type) with \(range.count) bytes" }
}

/// The number that identifies a kind of response on the wire.
///
/// ```swift
/// extension WireType { static let logIn: WireType = 1 }
/// ```
@frozen
public struct WireType: RawRepresentable, Hashable, Sendable {
  /// The number.
  public let rawValue: UInt64

  /// Creates a type from its number.
  @inlinable public init(rawValue: UInt64) { self.rawValue = rawValue }
}

extension WireType: ExpressibleByIntegerLiteral {
  /// Creates a type from its number.
  public init(integerLiteral value: UInt64) { self.init(rawValue: value) }
}

extension WireType: CustomStringConvertible {
  /// The number.
  public var description: String { "\(rawValue)" }
}
