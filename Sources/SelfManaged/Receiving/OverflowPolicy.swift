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
