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
