/// Streams that report the same elements, each from its creation on.
@MainActor
final class Streams<Element: Sendable> {
  private var streams: [UInt64: AsyncStream<Element>.Continuation] = [:]
  private var lastNumber: UInt64 = 0
  private var hasEnded = false

  var isEmpty: Bool { streams.isEmpty }

  deinit {
    for stream in streams.values { stream.finish() }
  }

  /// Creates a stream of the elements from now on, which buffers the last 100 that were not read.
  func stream() -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Element.self, bufferingPolicy: .bufferingNewest(100))
    guard !hasEnded else {
      continuation.finish()
      return stream
    }
    lastNumber += 1
    let number = lastNumber
    streams[number] = continuation
    continuation.onTermination = { [weak self] _ in
      Task { @MainActor in self?.streams.removeValue(forKey: number) }
    }
    return stream
  }

  func yield(_ element: Element) {
    for stream in streams.values { stream.yield(element) }
  }

  /// Ends the streams, and every later one at once.
  func end() {
    hasEnded = true
    for stream in exchange(&streams, with: [:]).values { stream.finish() }
  }
}
