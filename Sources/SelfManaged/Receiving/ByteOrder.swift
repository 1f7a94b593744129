/// The order of the bytes of a number.
public enum ByteOrder: Hashable, Sendable {
  /// The most significant byte first, as in network protocols, in Java and in Python's `!` and `>`.
  case big
  /// The least significant byte first.
  case little
}
