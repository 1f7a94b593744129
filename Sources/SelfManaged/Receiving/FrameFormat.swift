/// The layout of a frame on the wire: its type, the length of its body, and the body.
///
/// ```text
/// 00 01 | 00 00 00 05 | …      wire type 1, and a body of 5 bytes, in the default format
/// ```
///
/// A server's own layout is a variation of it:
///
/// ```swift
/// FrameFormat(type: .byte, length: .unsigned24)
/// FrameFormat(counting: .lengthAndRest)          // the length counts its own four bytes too
/// FrameFormat(reserved: 2, trailer: .crc32)
/// FrameFormat.delimited(by: [13, 10], type: .byte)
/// ```
public struct FrameFormat: Hashable, Sendable {
  /// The width of the type.
  public var type: IntegerWidth
  /// The width of the length.
  public var length: IntegerWidth
  /// The byte order of the header, of a checksum and, unless a response changes it, of the body.
  public var order: ByteOrder
  /// The bytes that the length counts; by default those of the body.
  let counting: Counting
  /// The number of bytes between the length and the body, from 0 to 65,535; by default 0.
  ///
  /// They are written as zeros, and ignored when they are read. A number out of the range counts as
  /// the nearest one.
  let reserved: Int
  /// The bytes after the body; by default none.
  let trailer: Trailer
  /// The bytes that end a frame without a length; empty if frames have a length.
  package private(set) var delimiter: [UInt8] = []

  /// Creates a format whose frames have a length.
  public init(
    type: IntegerWidth = .short, length: IntegerWidth = .unsigned, order: ByteOrder = .big,
    counting: Counting = .body, reserved: Int = 0, trailer: Trailer = .none
  ) {
    self.type = type
    self.length = length
    self.order = order
    self.counting = counting
    self.reserved = reserved
    self.trailer = trailer
  }

  /// Creates a format whose frames are a type, a body without the delimiter, and the delimiter.
  ///
  /// The other properties have no effect. An empty delimiter creates the default format.
  ///
  /// - Parameters:
  ///   - delimiter: The bytes that end a frame, such as a line feed: `[10]`.
  ///   - type: The width of the type, which may contain the delimiter.
  ///   - order: The byte order of the type and, unless a response changes it, of the body.
  /// - Returns: The format.
  public static func delimited(
    by delimiter: [UInt8], type: IntegerWidth = .short, order: ByteOrder = .big
  ) -> Self {
    var format = Self(type: type, order: order)
    format.delimiter = delimiter
    return format
  }

  /// The bytes that a length counts.
  public enum Counting: Hashable, Sendable, CaseIterable {
    /// The body.
    case body
    /// Everything after the length: the reserved bytes, the body and the trailer.
    case rest
    /// The length itself and everything after it.
    case lengthAndRest
    /// The whole frame, from the type to the trailer.
    case frame
  }

  /// The bytes after a body.
  public enum Trailer: Hashable, Sendable {
    /// No bytes.
    case none
    /// A number of bytes, from 0 to 65,535, which are written as zeros and ignored when they are
    /// read.
    case ignored(Int)
    /// The CRC-32 of all bytes of the frame before it, in four bytes, as zlib and Ethernet compute
    /// it.
    ///
    /// A frame with another checksum ends the stream, because its length may be wrong.
    case crc32
  }
}

/// The width of a length, a count or a field of a frame header, in bytes.
public enum IntegerWidth: Int, Hashable, Sendable, CaseIterable {
  /// One byte, up to 255.
  case byte = 1
  /// Two bytes, up to 65,535.
  case short = 2
  /// Three bytes, up to 16,777,215.
  case unsigned24 = 3
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
