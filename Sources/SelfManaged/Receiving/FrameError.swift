/// An error that ends a stream of frames, because the start of the next frame is unknown.
///
/// ```text
/// The frame of type 7 at byte 120 ended after 9 of the 10 bytes of its body.
/// ```
public struct FrameError: Error, Hashable, Sendable {
  /// The kind of failure.
  public var code: Code
  /// The frame's type; `nil` if it had not arrived.
  public var type: WireType?
  /// The offset of the frame in the stream.
  public var offset: UInt64
  /// A description of the failure, for logs.
  public var message: String

  /// Creates an error.
  public init(_ code: Code, type: WireType? = nil, at offset: UInt64, _ message: String) {
    self.code = code
    self.type = type
    self.offset = offset
    self.message = message
  }

  /// A kind of failure.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The kind's name.
    public let rawValue: String

    /// Creates a kind from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The body's length exceeds the limit, or the peer does not use this format.
    public static let tooLong = Self(rawValue: "tooLong")
    /// The stream ended within a frame.
    public static let unfinished = Self(rawValue: "unfinished")
  }
}

extension FrameError: CustomStringConvertible {
  /// The frame, the failure, and the fix.
  public var description: String {
    let type = type.map { " of type \($0)" } ?? ""
    return "The frame\(type) at byte \(offset) \(message)."
  }
}
