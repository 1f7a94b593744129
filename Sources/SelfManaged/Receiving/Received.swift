/// What a frame turned out to be.
///
/// An app that only observes responses need not look at this; it is for logs, and for those who
/// handle the rest.
public enum Received: Sendable {
  /// A response of a kind that is registered.
  case response(any Response)
  /// A frame of a type that nobody registered, as it came; the next frame is not affected.
  case unknown(Frame)
  /// A frame whose body could not be read; the next frame is not affected.
  indirect case malformed(MalformedResponse)
  /// The stream can't be read on; nothing follows, and the connection should be closed.
  indirect case failed(FrameError)
}
