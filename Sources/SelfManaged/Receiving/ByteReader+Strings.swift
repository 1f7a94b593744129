extension ByteReader {
  /// Reads a string that is preceded by its length in bytes.
  ///
  /// Java's `writeUTF` writes the same format, except for U+0000 and characters beyond U+FFFF,
  /// which it encodes in a way that is not valid UTF-8.
  ///
  /// - Parameters:
  ///   - prefix: The width of the length.
  ///   - repairing: Whether invalid UTF-8 becomes U+FFFD; by default it fails the read.
  /// - Returns: The string; `nil` does not move the cursor.
  @inlinable
  public mutating func string(prefix: IntegerWidth = .short, repairing: Bool = false) -> String? {
    try? string("", prefix: prefix, repairing: repairing)
  }

  /// Reads a string with a given number of bytes.
  @inlinable
  public mutating func string(count: some BinaryInteger, repairing: Bool = false) -> String? {
    try? string("", count: count, repairing: repairing)
  }

  /// Reads a string that is preceded by its length in bytes.
  ///
  /// - Parameters:
  ///   - field: The field's name in errors.
  ///   - prefix: The width of the length.
  ///   - repairing: Whether invalid UTF-8 becomes U+FFFD; by default it fails the read.
  /// - Returns: The string.
  /// - Throws: A ``ReadError``; the cursor stays before the length.
  @inlinable
  public mutating func string(
    _ field: String, prefix: IntegerWidth = .short, repairing: Bool = false
  ) throws -> String {
    let before = position
    let position = try advancePrefixed(field, prefix)
    return try text(field, at: position, repairing: repairing, orBackTo: before)
  }

  /// Reads a string with a given number of bytes.
  @inlinable
  public mutating func string(
    _ field: String, count: some BinaryInteger, repairing: Bool = false
  ) throws -> String {
    let before = position
    try skip(field, count)
    return try text(field, at: before, repairing: repairing, orBackTo: before)
  }

  /// Reads raw bytes that are preceded by their count.
  public mutating func bytes(prefix: IntegerWidth) -> [UInt8]? {
    try? bytes("", prefix: prefix)
  }

  /// Reads a given number of raw bytes.
  public mutating func bytes(count: some BinaryInteger) -> [UInt8]? {
    try? bytes("", count: count)
  }

  /// Reads raw bytes that are preceded by their count.
  public mutating func bytes(
    _ field: String, prefix: IntegerWidth
  ) throws -> [UInt8] {
    let position = try advancePrefixed(field, prefix)
    return Array(storage[position..<self.position])
  }

  /// Reads a given number of raw bytes.
  public mutating func bytes(
    _ field: String, count: some BinaryInteger
  ) throws -> [UInt8] {
    let before = position
    try skip(field, count)
    return Array(storage[before..<position])
  }
}

extension ByteReader {
  /// Moves the cursor past a length and that number of bytes, or does not move it.
  ///
  /// - Returns: The start of the bytes, which end at the cursor.
  @inlinable @inline(__always)
  mutating func advancePrefixed(_ field: String, _ prefix: IntegerWidth) throws -> Int {
    let before = position
    guard let length = integer(prefix) else {
      throw tooShort(field, needing: prefix.rawValue)
    }
    if let length = Int(exactly: length), let position = advance(length) { return position }
    let left = remaining
    position = before
    throw ReadError(
      .tooShort, field, at: offset, "its length is \(length) bytes; only \(left) left")
  }

  /// Creates a string from the bytes between an index and the cursor.
  @inlinable @inline(__always)
  mutating func text(
    _ field: String, at first: Int, repairing: Bool, orBackTo before: Int
  ) throws -> String {
    let text = storage.withUnsafeBufferPointer { storage in
      Self.text(UnsafeBufferPointer(rebasing: storage[first..<position]), repairing: repairing)
    }
    if let text { return text }
    position = before
    throw ReadError(.notUTF8, field, at: offset, "its bytes are not valid UTF-8")
  }

  /// Creates a string from bytes; `nil` if they are invalid UTF-8 and `repairing` is `false`.
  ///
  /// `String(validating:as:)`, available from iOS 18, does the same and takes three times as long.
  /// A string that differs from its bytes was repaired, so the bytes were invalid.
  @inlinable
  static func text(_ bytes: UnsafeBufferPointer<UInt8>, repairing: Bool) -> String? {
    // This is the fastest way to create a string of at most 15 bytes, which is stored inline.
    if bytes.count <= 15, isASCII(bytes) {
      return String(unsafeUninitializedCapacity: bytes.count) { text in
        UnsafeMutableRawBufferPointer(text).copyMemory(from: UnsafeRawBufferPointer(bytes))
        return bytes.count
      }
    }
    var text = String(decoding: bytes, as: UTF8.self)
    if repairing || isASCII(bytes) { return text }
    let isUnchanged = text.withUTF8 { repaired in
      guard repaired.count == bytes.count else { return false }
      for index in bytes.indices where repaired[index] != bytes[index] { return false }
      return true
    }
    return isUnchanged ? text : nil
  }

  @inlinable @inline(__always)
  static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let raw = UnsafeRawBufferPointer(bytes)
    // Some bytes may be checked twice, which is faster than checking the last bytes one by one.
    guard raw.count >= 8 else {
      guard raw.count >= 4 else { return raw.allSatisfy { $0 < 0x80 } }
      let first = raw.loadUnaligned(as: UInt32.self)
      let last = raw.loadUnaligned(fromByteOffset: raw.count - 4, as: UInt32.self)
      return (first | last) & 0x8080_8080 == 0
    }
    let last = raw.count - 8
    var high = raw.loadUnaligned(fromByteOffset: last, as: UInt64.self)
    var index = 0
    while index < last {
      high |= raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      index += 8
    }
    return high & 0x8080_8080_8080_8080 == 0
  }
}
