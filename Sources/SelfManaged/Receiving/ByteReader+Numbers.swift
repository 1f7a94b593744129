extension ByteReader {
  /// Reads one byte.
  @inlinable public mutating func byte() -> UInt8? { integer() }
  /// Reads two bytes as an unsigned number.
  @inlinable public mutating func short() -> UInt16? { integer() }
  /// Reads four bytes as an unsigned number.
  @inlinable public mutating func unsigned() -> UInt32? { integer() }
  /// Reads eight bytes as an unsigned number.
  @inlinable public mutating func unsigned64() -> UInt64? { integer() }
  /// Reads one byte as a number in two's complement.
  @inlinable public mutating func signedByte() -> Int8? { integer() }
  /// Reads two bytes as a number in two's complement.
  @inlinable public mutating func signedShort() -> Int16? { integer() }
  /// Reads four bytes as a number in two's complement.
  @inlinable public mutating func signed() -> Int32? { integer() }
  /// Reads eight bytes as a number in two's complement.
  @inlinable public mutating func signed64() -> Int64? { integer() }

  /// Reads one byte that is 0 or 1.
  @inlinable
  public mutating func bool() -> Bool? {
    attempt { reader in
      switch reader.byte() {
      case 0: false
      case 1: true
      default: nil
      }
    }
  }

  /// Reads an unsigned number as an `Int`; `nil` also if the number exceeds `Int.max`.
  ///
  /// Unlike `Int(number)`, it does not trap on a number that is too great.
  @inlinable
  public mutating func int(_ width: IntegerWidth) -> Int? {
    attempt { $0.integer(width).flatMap { Int(exactly: $0) } }
  }
}

extension ByteReader {
  /// Reads one byte.
  @inlinable
  public mutating func byte(_ field: String) throws -> UInt8 { try integer(field) }
  /// Reads two bytes as an unsigned number.
  @inlinable
  public mutating func short(_ field: String) throws -> UInt16 { try integer(field) }
  /// Reads four bytes as an unsigned number.
  @inlinable
  public mutating func unsigned(_ field: String) throws -> UInt32 { try integer(field) }
  /// Reads eight bytes as an unsigned number.
  @inlinable
  public mutating func unsigned64(_ field: String) throws -> UInt64 {
    try integer(field)
  }
  /// Reads one byte as a number in two's complement.
  @inlinable
  public mutating func signedByte(_ field: String) throws -> Int8 { try integer(field) }
  /// Reads two bytes as a number in two's complement.
  @inlinable
  public mutating func signedShort(_ field: String) throws -> Int16 {
    try integer(field)
  }
  /// Reads four bytes as a number in two's complement.
  @inlinable
  public mutating func signed(_ field: String) throws -> Int32 { try integer(field) }
  /// Reads eight bytes as a number in two's complement.
  @inlinable
  public mutating func signed64(_ field: String) throws -> Int64 { try integer(field) }

  /// Reads one byte that is 0 or 1.
  public mutating func bool(_ field: String) throws -> Bool {
    if let value = bool() { return value }
    var copy = self
    let byte = try copy.byte(field)
    throw ReadError(.invalid, field, at: offset, "\(byte) is neither 0 nor 1")
  }

  /// Reads an unsigned number as an `Int`; throws an error also if the number exceeds `Int.max`.
  public mutating func int(_ field: String, _ width: IntegerWidth) throws -> Int {
    if let value = int(width) { return value }
    var copy = self
    guard let number = copy.integer(width) else {
      throw tooShort(field, needing: width.rawValue)
    }
    throw ReadError(.invalid, field, at: offset, "\(number) is greater than \(Int.max)")
  }
}

extension ByteReader {
  /// Reads a number of a fixed width; do not use it for `Int`, whose width differs between
  /// platforms.
  @inlinable
  mutating func integer<Number: FixedWidthInteger & BitwiseCopyable>() -> Number? {
    guard let position = advance(MemoryLayout<Number>.size) else { return nil }
    let number = storage.withUnsafeBytes {
      $0.loadUnaligned(fromByteOffset: position, as: Number.self)
    }
    return order == .big ? Number(bigEndian: number) : Number(littleEndian: number)
  }

  @inlinable
  mutating func integer<Number: FixedWidthInteger & BitwiseCopyable>(
    _ field: String
  ) throws -> Number {
    if let number: Number = integer() { return number }
    throw tooShort(field, needing: MemoryLayout<Number>.size)
  }

  @inlinable @inline(__always)
  mutating func integer(_ width: IntegerWidth) -> UInt64? {
    switch width {
    case .byte: byte().map(UInt64.init)
    case .short: short().map(UInt64.init)
    case .unsigned24:
      advance(3).map { start in
        storage.withUnsafeBytes { FrameDecoder.number(width, order, in: $0, at: start) }
      }
    case .unsigned: unsigned().map(UInt64.init)
    case .unsigned64: unsigned64()
    }
  }
}
