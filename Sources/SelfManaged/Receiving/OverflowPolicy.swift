/// The buffering of a ``ResponseStream`` whose responses arrive faster than they are read.
///
/// Dropped responses are counted in ``ResponseStream/droppedCount``.
public enum OverflowPolicy: Hashable, Sendable {
  /// Keeps all responses; use it if the reader always keeps up, or if no response may be missed.
  case keepAll
  /// Keeps the given number of newest responses and drops older ones.
  ///
  /// Use it if a newer response makes the older ones obsolete.
  case keepNewest(Int)
  /// Keeps the given number of oldest responses and drops newer ones.
  case keepOldest(Int)
}
