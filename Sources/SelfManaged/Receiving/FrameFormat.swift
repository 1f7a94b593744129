/// The layout of a frame on the wire: its type, the length of its body, and the body.
///
/// ```text
/// 00 01 | 00 00 00 05 | …      wire type 1, and a body of 5 bytes, in the default format
/// ```
public struct FrameFormat: Hashable, Sendable {
  /// The width of the type.
  public var type: IntegerWidth
  /// The width of the length of the body; the length excludes the header.
  public var length: IntegerWidth
  /// The byte order of the header and, unless a response changes it, of the body.
  public var order: ByteOrder

  /// Creates a format.
  public init(
    type: IntegerWidth = .short, length: IntegerWidth = .unsigned, order: ByteOrder = .big
  ) {
    self.type = type
    self.length = length
    self.order = order
  }

  /// The number of bytes in a header.
  @inlinable var headerByteCount: Int { type.rawValue + length.rawValue }
}

/// The width of a length, a count or a field of a frame header, in bytes.
public enum IntegerWidth: Int, Hashable, Sendable, CaseIterable {
  /// One byte, up to 255.
  case byte = 1
  /// Two bytes, up to 65,535.
  case short = 2
  /// Four bytes, up to 4,294,967,295.
  case unsigned = 4
  /// Eight bytes, up to 18,446,744,073,709,551,615.
  case unsigned64 = 8

  /// The greatest number that fits.
  package var maximum: UInt64 { .max >> UInt64(64 - rawValue * 8) }
}

/// The order of the bytes in a number.
public enum ByteOrder: Hashable, Sendable {
  /// The most significant byte first: network byte order, as in Java and in Python's `!` and `>`.
  case big
  /// The least significant byte first.
  case little
}
