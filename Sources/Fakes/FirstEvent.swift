/// Determines which of several events is the first; they may happen on different threads.
struct FirstEvent: Sendable {
  /// A buffer for one element: it takes the first, and drops all others.
  private let buffer: AsyncStream<Void>
  private let events: AsyncStream<Void>.Continuation

  init() {
    (buffer, events) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
  }

  /// Records an event; returns whether it is the first.
  func record() -> Bool {
    if case .enqueued = events.yield() { true } else { false }
  }
}
