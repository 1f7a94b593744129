/// Why a stream of frames can't be read on: nobody knows where the next frame begins.
///
/// ```text
/// The frame of type 7 at byte 120 ended after 9 of the 10 bytes of its body.
/// ```
public struct FrameError: Error, Hashable, Sendable {
  /// What kind of failure it is.
  public var code: Code
  /// The frame's type, as far as it had come.
  public var type: WireType?
  /// Where in the stream the frame begins.
  public var offset: UInt64
  /// What was found, for logs.
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

    /// The body is longer than is allowed, or the peer does not speak this format.
    public static let tooLong = Self(rawValue: "tooLong")
    /// The stream ended within a frame.
    public static let unfinished = Self(rawValue: "unfinished")
  }
}

extension FrameError: CustomStringConvertible {
  /// Which frame it is, what was found, and what to do.
  public var description: String {
    let type = type.map { " of type \($0)" } ?? ""
    return "The frame\(type) at byte \(offset) \(message)."
  }
}
