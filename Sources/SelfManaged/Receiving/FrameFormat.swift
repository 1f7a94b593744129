/// How a frame stands on the wire: its type, the length of its body, and the body.
///
/// ```text
/// 00 01 | 00 00 00 05 | …      wire type 1, a body of 5 bytes, in the default format
/// ```
public struct FrameFormat: Hashable, Sendable {
  /// How wide the type is.
  public var type: IntegerWidth
  /// How wide the body's length is; the length counts the body alone.
  public var length: IntegerWidth
  /// Which byte of a number comes first, in the header and, unless a response says otherwise, the
  /// body.
  public var order: ByteOrder

  /// Creates a format.
  public init(
    type: IntegerWidth = .short, length: IntegerWidth = .unsigned, order: ByteOrder = .big
  ) {
    self.type = type
    self.length = length
    self.order = order
  }

  /// How many bytes stand before a body.
  @inlinable public var headerByteCount: Int { type.byteCount + length.byteCount }
}
