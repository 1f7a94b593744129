/// The order of the bytes in a number.
public enum ByteOrder: Hashable, Sendable {
  /// The most significant byte first: network byte order, as in Java and in Python's `!` and `>`.
  case big
  /// The least significant byte first.
  case little
}
