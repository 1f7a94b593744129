import Foundation

/// The frames that wait to be written to one page, up to a maximum number.
///
/// The connection of a page that reads too slowly is closed, since its frames would accumulate.
final class Outbox: Sendable {
  /// The maximum number of waiting frames.
  static let limit = 512

  /// The frames, in order; it ends when the outbox is closed.
  let frames: AsyncStream<Data>
  /// A stream that ends on an overflow, since the writer may be blocked by a frame.
  let overflow: AsyncStream<Never>
  private let continuation: AsyncStream<Data>.Continuation
  private let alarm: AsyncStream<Never>.Continuation

  init(limit: Int = Outbox.limit) {
    (frames, continuation) = AsyncStream.makeStream(
      of: Data.self, bufferingPolicy: .bufferingOldest(limit))
    (overflow, alarm) = AsyncStream.makeStream(of: Never.self)
  }

  /// Adds a frame, or reports an overflow.
  func put(_ frame: Data) {
    if case .dropped = continuation.yield(frame) { alarm.finish() }
  }

  /// Ends the outbox after the waiting frames are written.
  func close() { continuation.finish() }
}
