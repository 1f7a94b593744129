/// A frame of a known type whose body could not be read.
public struct MalformedResponse: Sendable {
  /// The frame, as received.
  public let frame: Frame
  /// The name of the type that could not be decoded.
  public let type: String
  /// The error of the type's initializer; a ``ReadError`` unless the initializer throws another
  /// error.
  public let error: any Error

  /// Creates a report.
  public init(frame: Frame, type: String, error: any Error) {
    self.frame = frame
    self.type = type
    self.error = error
  }
}

extension MalformedResponse: CustomStringConvertible {
  /// The type that could not be decoded, the frame, and the reason.
  public var description: String { "\(type) can't be read from \(frame). \(error)" }
}
