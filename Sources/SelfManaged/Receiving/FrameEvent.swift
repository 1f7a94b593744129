/// An event of a ``FrameDecoder``: a frame or a failure.
public enum FrameEvent: Hashable, Sendable {
  /// A complete frame.
  case frame(Frame)
  /// The stream ended with a failure; no event follows.
  indirect case failed(FrameError)
}
