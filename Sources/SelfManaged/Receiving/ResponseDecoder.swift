/// Decodes responses from bytes: splits the stream into frames, and decodes their bodies.
///
/// ```swift
/// var decoder = ResponseDecoder(factory, maximumBody: 65_536)
/// for try await chunk in connection.chunks {
///   await center.post(decoder.feed(chunk))
/// }
/// ```
///
/// ``ResponseCenter/receive(_:through:from:)`` is this loop. The decoder is a pure value that needs
/// no actor. Keep it where the bytes arrive, and hop to the main actor once for each chunk.
public struct ResponseDecoder: Sendable {
  /// Builds the responses.
  public let factory: ResponseFactory
  private var frames: FrameDecoder
  private var lastCount = 0

  /// Creates a decoder for the beginning of a stream; each connection needs a new one.
  ///
  /// - Parameters:
  ///   - factory: Builds the responses.
  ///   - format: The layout of a frame on the wire; its byte order applies to the bodies too.
  ///   - maximumBody: The maximum number of bytes in a body.
  public init(_ factory: ResponseFactory, format: FrameFormat = FrameFormat(), maximumBody: Int) {
    self.factory = factory
    frames = FrameDecoder(format: format, maximumBody: maximumBody)
  }

  /// The error that ended the stream; `nil` while the stream can be read.
  public var failure: FrameError? { frames.failure }

  /// The number of bytes that are buffered between two feeds.
  public var heldByteCount: Int { frames.heldByteCount }

  /// The maximum number of bytes buffered between two feeds.
  public var heldLimit: Int { frames.heldLimit }

  /// Decodes a received chunk, and returns the results of the complete frames.
  ///
  /// - Returns: One result for each frame, in order; the last one is the failure, if the stream
  ///   can't be read on.
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

  /// Decodes a received chunk after copying it.
  public mutating func feed(_ chunk: some Sequence<UInt8>) -> [Received] { feed(Array(chunk)) }

  /// Ends the stream.
  ///
  /// - Returns: The error of the stream: an earlier failure, or a truncated frame; `nil` if the
  ///   stream was read to its end.
  public mutating func finish() -> FrameError? { frames.finish() }
}
