extension ByteReader {
  /// Reads a string behind its length, which counts bytes.
  ///
  /// Java's `writeUTF` writes the same for text without U+0000 and without characters beyond
  /// U+FFFF. Those it encodes in a way of its own, which is not UTF-8.
  ///
  /// - Parameters:
  ///   - prefix: How wide the length is.
  ///   - repairing: Whether bytes that are not UTF-8 become U+FFFD; by default they fail the read.
  /// - Returns: The string, or `nil` with the cursor left before the length.
  @inlinable
  public mutating func string(prefix: IntegerWidth = .short, repairing: Bool = false) -> String? {
    try? string("", prefix: prefix, repairing: repairing)
  }

  /// Reads a string of so many bytes.
  @inlinable
  public mutating func string(count: some BinaryInteger, repairing: Bool = false) -> String? {
    try? string("", count: count, repairing: repairing)
  }

  /// Reads a string behind its length, which counts bytes.
  ///
  /// - Parameters:
  ///   - field: What the error calls it.
  ///   - prefix: How wide the length is.
  ///   - repairing: Whether bytes that are not UTF-8 become U+FFFD; by default they fail the read.
  /// - Returns: The string.
  /// - Throws: A ``ReadError``, with the cursor left before the length.
  @inlinable
  public mutating func string(
    _ field: String, prefix: IntegerWidth = .short, repairing: Bool = false
  ) throws -> String {
    let before = position
    let position = try takePrefixed(field, prefix)
    return try text(field, at: position, repairing: repairing, orBackTo: before)
  }

  /// Reads a string of so many bytes.
  @inlinable
  public mutating func string(
    _ field: String, count: some BinaryInteger, repairing: Bool = false
  ) throws -> String {
    let before = position
    try skip(field, count)
    return try text(field, at: before, repairing: repairing, orBackTo: before)
  }

  /// Reads raw bytes behind their count.
  public mutating func bytes(prefix: IntegerWidth) -> [UInt8]? {
    try? bytes("", prefix: prefix)
  }

  /// Reads so many raw bytes.
  public mutating func bytes(count: some BinaryInteger) -> [UInt8]? {
    try? bytes("", count: count)
  }

  /// Reads raw bytes behind their count.
  public mutating func bytes(
    _ field: String, prefix: IntegerWidth
  ) throws -> [UInt8] {
    let position = try takePrefixed(field, prefix)
    return Array(storage[position..<self.position])
  }

  /// Reads so many raw bytes.
  public mutating func bytes(
    _ field: String, count: some BinaryInteger
  ) throws -> [UInt8] {
    let before = position
    try skip(field, count)
    return Array(storage[before..<position])
  }
}

extension ByteReader {
  /// Moves past a length and as many bytes as it says, or not at all.
  ///
  /// - Returns: Where the bytes begin; they end at the cursor.
  @inlinable @inline(__always)
  mutating func takePrefixed(_ field: String, _ prefix: IntegerWidth) throws -> Int {
    let before = position
    guard let length = integer(prefix) else {
      throw tooShort(field, at: offset, needing: prefix.byteCount)
    }
    if let length = Int(exactly: length), let position = take(length) { return position }
    let left = remaining
    position = before
    throw ReadError(
      .tooShort, field, at: offset, "its length says \(length) bytes, and \(left) are left")
  }

  /// Makes a string of the bytes up to the cursor.
  @inlinable @inline(__always)
  mutating func text(
    _ field: String, at first: Int, repairing: Bool, orBackTo before: Int
  ) throws -> String {
    let text = storage.withUnsafeBufferPointer { storage in
      Self.text(UnsafeBufferPointer(rebasing: storage[first..<position]), repairing: repairing)
    }
    if let text { return text }
    position = before
    throw ReadError(.notUTF8, field, at: offset, "its bytes are not UTF-8")
  }

  /// Makes a string of bytes, and `nil` if they had to be repaired although nobody asked for it.
  ///
  /// `String(validating:as:)` says the same from iOS 18 on, three times slower. What was repaired
  /// differs from what was given, since UTF-8 is left alone and everything else is no UTF-8.
  @inlinable
  static func text(_ bytes: UnsafeBufferPointer<UInt8>, repairing: Bool) -> String? {
    // So few stand in the string itself, and this is the shortest way there.
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
    // The last ones may be looked at twice, which is quicker than one after the other.
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
