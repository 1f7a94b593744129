/// Makes responses of bytes: cuts the frames, and builds what they hold.
///
/// ```swift
/// var decoder = ResponseDecoder(factory, maximumBody: 65_536)
/// for try await chunk in connection.chunks {
///   await center.post(decoder.feed(chunk))
/// }
/// ```
///
/// ``ResponseCenter/receive(_:through:from:)`` is this loop. A pure value that needs no actor: keep
/// it where the bytes come, and hop to the main actor once for each chunk.
public struct ResponseDecoder: Sendable {
  /// Builds the responses.
  public let factory: ResponseFactory
  private var frames: FrameDecoder
  private var lastCount = 0

  /// Creates a decoder for the beginning of a stream; each connection needs a new one.
  ///
  /// - Parameters:
  ///   - factory: Builds the responses.
  ///   - format: How a frame stands on the wire; its byte order is that of the bodies too.
  ///   - maximumBody: The most bytes a body may have.
  public init(_ factory: ResponseFactory, format: FrameFormat = FrameFormat(), maximumBody: Int) {
    self.factory = factory
    frames = FrameDecoder(format: format, maximumBody: maximumBody)
  }

  /// Why the stream can't be read on, once it can't.
  public var failure: FrameError? { frames.failure }

  /// How many bytes are held between two feeds.
  public var heldByteCount: Int { frames.heldByteCount }

  /// The most bytes that are ever held between two feeds.
  public var heldLimit: Int { frames.heldLimit }

  /// Takes in what came, and gives what is complete.
  ///
  /// - Returns: One for each frame, in order, and last the failure, if the stream can't be read on.
  public mutating func feed(_ chunk: [UInt8]) -> [Received] {
    var received: [Received] = []
    received.reserveCapacity(min(lastCount, chunk.count))
    let factory = factory
    let failure = frames.feed(chunk) { type, reader, storage in
      received.append(factory.response(of: type, from: &reader, in: storage))
    }
    if let failure { received.append(.failed(failure)) }
    lastCount = received.count
    return received
  }

  /// Takes in what came, after copying it.
  public mutating func feed(_ chunk: some Sequence<UInt8>) -> [Received] { feed(Array(chunk)) }

  /// Tells that nothing more will come.
  ///
  /// - Returns: Why the stream could not be read to its end: the failure there was, or a frame that
  ///   was not finished; `nil` if all is well.
  public mutating func finish() -> FrameError? { frames.finish() }
}
