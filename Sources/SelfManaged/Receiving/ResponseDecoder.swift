/// A decoder that splits a stream of bytes into frames, and decodes their bodies into responses.
///
/// ```swift
/// var decoder = ResponseDecoder(factory, maximumBody: 65_536)
/// for try await chunk in connection.chunks {
///   await center.post(decoder.feed(chunk))
/// }
/// ```
///
/// ``ResponseCenter/receive(_:through:from:)`` is this loop. The decoder is a value that needs no
/// actor. Use it where the bytes arrive, and hop to the main actor once for each chunk.
public struct ResponseDecoder: Sendable {
  private let factory: ResponseFactory
  private var frames: FrameDecoder
  private var lastCount = 0

  /// Creates a decoder for the beginning of a stream; each connection needs a new decoder.
  ///
  /// - Parameters:
  ///   - factory: Creates the responses.
  ///   - format: The layout of a frame on the wire; its byte order applies to the bodies too.
  ///   - maximumBody: The maximum number of bytes in a body.
  public init(_ factory: ResponseFactory, format: FrameFormat = FrameFormat(), maximumBody: Int) {
    self.factory = factory
    frames = FrameDecoder(format: format, maximumBody: maximumBody)
  }

  /// The error that ended the stream; `nil` if there is none.
  public var failure: FrameError? { frames.failure }

  /// The number of buffered bytes between two feeds.
  public var heldByteCount: Int { frames.heldByteCount }

  /// The maximum number of buffered bytes between two feeds: a header and the greatest body.
  package var heldLimit: Int { frames.heldLimit }

  /// Decodes a received chunk, and returns the results of the frames that it completes.
  ///
  /// - Returns: A result for each frame, in order. If this chunk ends the stream with a failure,
  ///   the failure is the last result.
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

  /// Decodes a received chunk after copying it, in the same way as an array.
  public mutating func feed(_ chunk: some Sequence<UInt8>) -> [Received] { feed(Array(chunk)) }

  /// Ends the stream; call it when the connection ends.
  ///
  /// - Returns: The error of the stream: an earlier failure, or a truncated frame; `nil` if the
  ///   stream ended after a complete frame.
  public mutating func finish() -> FrameError? { frames.finish() }
}
