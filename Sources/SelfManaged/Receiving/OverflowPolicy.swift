/// What a ``ResponseStream`` does with responses that come faster than they are read.
///
/// Whatever it drops it counts: ``ResponseStream/droppedCount``.
public enum OverflowPolicy: Hashable, Sendable {
  /// Keeps everything; right where the reader is sure to keep up, or nothing may be missed.
  case keepAll
  /// Keeps the last so many and drops older ones; right where a newer one makes the older
  /// worthless.
  case keepNewest(Int)
  /// Keeps the first so many and drops newer ones.
  case keepOldest(Int)
}
