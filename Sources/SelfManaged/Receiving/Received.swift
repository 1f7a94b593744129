/// The result of decoding a frame.
///
/// Use it to write logs, or to handle frames that are not responses. An app that only observes
/// responses does not need it.
public enum Received: Sendable {
  /// A response of a registered kind.
  case response(any Response)
  /// A frame of an unregistered type, as received; the next frame is not affected.
  case unknown(Frame)
  /// A frame whose body could not be decoded; the next frame is not affected.
  indirect case malformed(MalformedResponse)
  /// The stream ended with a failure, and no result follows; close the connection.
  indirect case failed(FrameError)
}
