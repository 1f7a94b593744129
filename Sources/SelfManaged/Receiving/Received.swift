/// The result of decoding a frame.
///
/// An app that only observes responses does not need it. It is for logs, and for handling frames
/// that are not responses.
public enum Received: Sendable {
  /// A response of a registered kind.
  case response(any Response)
  /// A frame of an unregistered type, as received; the next frame is not affected.
  case unknown(Frame)
  /// A frame whose body could not be read; the next frame is not affected.
  indirect case malformed(MalformedResponse)
  /// The stream can't be read on; nothing follows, and the connection should be closed.
  indirect case failed(FrameError)
}
