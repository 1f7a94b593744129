/// An event of a ``FrameDecoder``: a frame or a failure.
public enum FrameEvent: Hashable, Sendable {
  /// A complete frame.
  case frame(Frame)
  /// The stream ended with a failure; no event follows.
  indirect case failed(FrameError)
}

/// An error that ends a stream, because the start of the next frame is unknown.
///
/// ```text
/// The frame of type 7 at byte 120 was truncated after 9 of the 10 bytes of its body.
/// ```
public struct FrameError: Error, Hashable, Sendable {
  /// The kind of failure.
  public var code: Code
  /// The type of the frame; `nil` if its header is incomplete.
  public var type: WireType?
  /// The offset of the frame in the stream, in bytes.
  public var offset: UInt64
  /// A description of the failure, for logs.
  public var message: String

  package init(_ code: Code, type: WireType? = nil, at offset: UInt64, _ message: String) {
    self.code = code
    self.type = type
    self.offset = offset
    self.message = message
  }

  /// A kind of failure.
  public enum Code: Hashable, Sendable {
    /// The length of the body exceeds the limit, or the peer uses another format.
    case tooLong
    /// The length is less than the bytes that it counts, or the peer uses another format.
    case tooShort
    /// The checksum is not that of the frame's bytes.
    case wrongChecksum
    /// The stream ended within a frame.
    case truncated
  }
}

extension FrameError: CustomStringConvertible {
  /// The frame, the failure, and the fix.
  public var description: String {
    let type = type.map { " of type \($0)" } ?? ""
    return "The frame\(type) at byte \(offset) \(message)."
  }
}
