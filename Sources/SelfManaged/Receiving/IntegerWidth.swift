/// The width of a length, a count or a field of a frame header, in bytes.
public enum IntegerWidth: Int, Hashable, Sendable, CaseIterable {
  /// One byte, up to 255.
  case byte = 1
  /// Two bytes, up to 65,535.
  case short = 2
  /// Four bytes, up to 4,294,967,295.
  case unsigned = 4
  /// Eight bytes, up to 18,446,744,073,709,551,615.
  case unsigned64 = 8

  /// The greatest number that fits.
  package var maximum: UInt64 { .max >> UInt64(64 - rawValue * 8) }
}
