/// An event of a ``FrameDecoder``, in the order of the wire.
public enum FrameEvent: Hashable, Sendable {
  /// A complete frame.
  case frame(Frame)
  /// The stream can't be read on; nothing follows.
  indirect case failed(FrameError)
}
