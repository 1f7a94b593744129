extension ResponseCenter {
  /// Reads a connection to its end: decodes each chunk off the main actor, and posts the responses.
  ///
  /// There is at most one hop to the main actor for each chunk. The next chunk is requested only
  /// when all observers have been notified of the previous chunk. So no chunks accumulate, and a
  /// slow app applies back pressure to its server.
  ///
  /// - Parameters:
  ///   - chunks: The bytes of the connection, in order.
  ///   - decoder: A new decoder, for the beginning of the stream.
  ///   - connection: The connection's ID, if observers distinguish several connections.
  /// - Throws: A ``FrameError`` if the stream ends with a failure, after posting it as
  ///   ``Received/failed(_:)``; the error of `chunks`; or a `CancellationError`.
  nonisolated public func receive<Chunks: AsyncSequence & Sendable>(
    _ chunks: Chunks, through decoder: ResponseDecoder, from connection: ConnectionID? = nil
  ) async throws where Chunks.Element: Sequence<UInt8> {
    var decoder = decoder
    for try await chunk in chunks {
      try Task.checkCancellation()
      let received = decoder.feed(chunk)
      if !received.isEmpty { await post(received, from: connection) }
      if let failure = decoder.failure { throw failure }
    }
    try Task.checkCancellation()
    guard let failure = decoder.finish() else { return }
    await post([.failed(failure)], from: connection)
    throw failure
  }
}
