/// A frame of a known type whose body could not be read.
public struct MalformedResponse: Sendable {
  /// The frame, as it came.
  public let frame: Frame
  /// The name of the type that could not be built.
  public let type: String
  /// What the type's initializer threw; a ``ReadError`` unless it throws errors of its own.
  public let error: any Error

  /// Creates a report.
  public init(frame: Frame, type: String, error: any Error) {
    self.frame = frame
    self.type = type
    self.error = error
  }
}

extension MalformedResponse: CustomStringConvertible {
  /// Which type could not be built from which frame, and why.
  public var description: String { "\(type) can't be read from \(frame). \(error)" }
}
