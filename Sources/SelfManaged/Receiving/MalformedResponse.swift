/// A frame of a registered type whose body could not be decoded.
public struct MalformedResponse: Sendable {
  /// The frame, as received.
  public let frame: Frame
  /// The name of the response type that could not be decoded.
  public let type: String
  /// The error that the type's initializer threw: a ``ReadError``, unless the initializer throws
  /// other errors.
  public let error: any Error
}

extension MalformedResponse: CustomStringConvertible {
  /// The type that could not be decoded, the frame, and the reason.
  public var description: String { "\(type) can't be decoded from \(frame). \(error)" }
}
