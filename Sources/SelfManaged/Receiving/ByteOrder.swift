/// Which byte of a number comes first.
public enum ByteOrder: Hashable, Sendable {
  /// The most significant byte first, as networks, Java and Python's `!` and `>` have it.
  case big
  /// The least significant byte first.
  case little
}
