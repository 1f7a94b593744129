import Foundation

/// What waits to be written to one page, up to a bound.
///
/// A page that reads too slowly is dropped rather than waited for: its device would otherwise grow
/// with every change.
final class Outbox: Sendable {
  /// How many frames may wait.
  static let limit = 512

  /// The frames, in order; it ends when the outbox is closed.
  let frames: AsyncStream<Data>
  /// Ends when there was no room: the writer may be stuck in a frame, and has to be notified.
  let overflow: AsyncStream<Never>
  private let continuation: AsyncStream<Data>.Continuation
  private let alarm: AsyncStream<Never>.Continuation

  init(limit: Int = Outbox.limit) {
    (frames, continuation) = AsyncStream.makeStream(
      of: Data.self, bufferingPolicy: .bufferingOldest(limit))
    (overflow, alarm) = AsyncStream.makeStream(of: Never.self)
  }

  /// Puts a frame in, or raises the alarm if there is no room.
  func put(_ frame: Data) {
    if case .dropped = continuation.yield(frame) { alarm.finish() }
  }

  /// Lets what is in it be written, and then ends.
  func close() { continuation.finish() }
}
