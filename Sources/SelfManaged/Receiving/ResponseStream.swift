/// A sequence of responses of one kind, in the order of the wire.
///
/// ```swift
/// let prices = center.responses(PriceChanged.self, .keepNewest(100))
/// for await price in prices { await chart.add(price) }
/// ```
///
/// One reader can read it, on any actor. Dropped responses are counted, so that the reader can
/// detect them and request the missed data from the server.
public struct ResponseStream<Kind: Response>: AsyncSequence, Sendable {
  /// The type of the responses.
  public typealias Element = Kind
  /// The type of the iterator.
  public typealias AsyncIterator = AsyncStream<Kind>.Iterator

  private let stream: AsyncStream<Kind>
  private let drops: Drops

  /// The number of responses that were dropped because they were not read in time.
  @MainActor public var droppedCount: Int { drops.count }

  /// Returns an iterator that begins with the first buffered response.
  public func makeAsyncIterator() -> AsyncStream<Kind>.Iterator { stream.makeAsyncIterator() }

  @MainActor
  static func make(_ policy: OverflowPolicy) -> (stream: Self, inlet: Inlet) {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Kind.self, bufferingPolicy: policy.buffering())
    let drops = Drops()
    return (Self(stream: stream, drops: drops), Inlet(continuation, drops))
  }

  /// The input of the stream; the stream ends when the input is released.
  @MainActor
  final class Inlet {
    private let continuation: AsyncStream<Kind>.Continuation
    private let drops: Drops

    fileprivate init(_ continuation: AsyncStream<Kind>.Continuation, _ drops: Drops) {
      self.continuation = continuation
      self.drops = drops
    }

    /// Adds a response; returns `false` if the stream has ended.
    func yield(_ response: Kind) -> Bool {
      switch continuation.yield(response) {
      case .terminated: return false
      case .dropped: drops.count += 1
      default: break
      }
      return true
    }

    func onEnd(_ end: @escaping @MainActor @Sendable () -> Void) {
      continuation.onTermination = { _ in Task { @MainActor in end() } }
    }

    deinit { continuation.finish() }
  }

  @MainActor
  fileprivate final class Drops {
    var count = 0
  }
}

extension OverflowPolicy {
  fileprivate func buffering<Kind>() -> AsyncStream<Kind>.Continuation.BufferingPolicy {
    switch self {
    case .keepAll: .unbounded
    case .keepNewest(let count): .bufferingNewest(max(1, count))
    case .keepOldest(let count): .bufferingOldest(max(1, count))
    }
  }
}

/// The handling of responses that arrive faster than a ``ResponseStream`` is read.
///
/// Dropped responses are counted in ``ResponseStream/droppedCount``.
public enum OverflowPolicy: Hashable, Sendable {
  /// Buffers all responses.
  ///
  /// Use it if the reader always keeps up, or if no response may be missed.
  case keepAll
  /// Buffers the given number of newest responses and drops older ones; below 1 counts as 1.
  ///
  /// Use it if a newer response makes the older ones obsolete.
  case keepNewest(Int)
  /// Buffers the given number of oldest responses and drops newer ones; below 1 counts as 1.
  case keepOldest(Int)
}
