/// The numbers that a frame decoder needs from a format, computed once.
@usableFromInline @frozen
struct FrameLayout: Sendable {
  @usableFromInline let type: IntegerWidth
  @usableFromInline let length: IntegerWidth
  @usableFromInline let order: ByteOrder
  /// The number of bytes before the body.
  @usableFromInline let header: Int
  /// The number of bytes after the body.
  @usableFromInline let tail: Int
  /// The number of bytes that the length counts beside the body.
  @usableFromInline let excess: UInt64
  /// Whether the tail is a checksum.
  @usableFromInline let isChecked: Bool

  init(_ format: FrameFormat) {
    (type, length, order) = (format.type, format.length, format.order)
    guard format.delimiter.isEmpty else {
      (header, tail) = (type.rawValue, format.delimiter.count)
      (excess, isChecked) = (0, false)
      return
    }
    let reserved = Self.clamped(format.reserved)
    header = type.rawValue + length.rawValue + reserved
    switch format.trailer {
    case .none: (tail, isChecked) = (0, false)
    case .ignored(let count): (tail, isChecked) = (Self.clamped(count), false)
    case .crc32: (tail, isChecked) = (4, true)
    }
    let counted =
      switch format.counting {
      case .body: 0
      case .rest: reserved + tail
      case .lengthAndRest: length.rawValue + reserved + tail
      case .frame: header + tail
      }
    excess = UInt64(counted)
  }

  private static func clamped(_ count: Int) -> Int { min(max(0, count), 65_535) }

  /// The number of bytes between the length and the body.
  var reserved: Int { header - type.rawValue - length.rawValue }

  /// Whether the checksum at an offset is that of the bytes from `start` to there.
  @usableFromInline
  func isIntact(_ bytes: UnsafeRawBufferPointer, from start: Int, checksumAt end: Int) -> Bool {
    let checksum = FrameDecoder.number(.unsigned, order, in: bytes, at: end)
    return checksum == UInt64(crc32(bytes[start..<end]))
  }
}

/// Returns the CRC-32 of bytes, with the polynomial of zlib and Ethernet.
func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
  ~bytes.reduce(UInt32.max) { crc, byte in
    crcTable[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] ^ (crc >> 8)
  }
}

private let crcTable: [UInt32] = (0..<256).map { index in
  (0..<8).reduce(UInt32(index)) { crc, _ in crc & 1 == 0 ? crc >> 1 : (crc >> 1) ^ 0xEDB8_8320 }
}
