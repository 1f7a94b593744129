extension ResponseCenter {
  /// Reads a connection to its end: decodes each chunk where this is called, and posts what came of
  /// it.
  ///
  /// One hop to the main actor for each chunk. The next chunk is asked for when everyone has been
  /// told of the last, so a slow app slows its server down and nothing piles up.
  ///
  /// - Parameters:
  ///   - chunks: What the connection reads, in order.
  ///   - decoder: A new one, for the beginning of the stream.
  ///   - connection: The connection's name, where observers tell several apart.
  /// - Throws: A ``FrameError`` if the stream can't be read on or ends within a frame, after
  ///   posting it as ``Received/failed(_:)``; what `chunks` throws; `CancellationError`.
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
