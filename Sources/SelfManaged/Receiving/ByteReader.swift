/// Reads the fields of a response in order.
///
/// ```swift
/// struct LogIn: Response {
///   static let wireType: WireType = 1
///   static let notificationID: NotificationID = "account.log-in"
///   var userID: UInt32
///   var name: String
///
///   init(from reader: inout ByteReader) throws {
///     userID = try reader.unsigned("userID")
///     name = try reader.string("name")
///   }
/// }
/// ```
///
/// Each read has two forms. With the field's name it throws a ``ReadError`` that reports the field,
/// the position and the reason. Without a name it returns `nil`. Either way a read first checks the
/// remaining bytes, and a failed read does not move the cursor. No input makes a read trap, and
/// nothing is allocated for a length before that number of bytes is known to be present.
///
/// A reader is a value: a copy reads independently, and ``atomically(_:)->Value`` combines several
/// reads into one step. Reading copies only the bytes of strings and raw bytes. All bytes that a
/// reader was created with stay in memory as long as the reader.
@frozen  // Constructed inline in the client, also in a build for library evolution.
public struct ByteReader: Sendable {
  /// The maximum depth of nested fields.
  public static var depthLimit: Int { 100 }

  @usableFromInline let storage: [UInt8]
  @usableFromInline var start: Int
  @usableFromInline var position: Int
  @usableFromInline var end: Int
  @usableFromInline var depth = 0

  /// The byte order of numbers; it may be changed between two reads.
  public var order: ByteOrder

  /// Creates a reader of an array of bytes.
  @inlinable
  public init(_ bytes: [UInt8], order: ByteOrder = .big) {
    storage = bytes
    start = 0
    position = 0
    end = bytes.count
    self.order = order
  }

  /// Creates a reader of a sequence of bytes, which are copied first.
  public init(_ bytes: some Sequence<UInt8>, order: ByteOrder = .big) {
    self.init(Array(bytes), order: order)
  }

  /// The number of bytes read, counted from the first byte of the outermost reader.
  @inlinable public var offset: Int { position - start }

  /// The number of remaining bytes.
  @inlinable public var remaining: Int { end - position }

  /// Whether all bytes have been read.
  @inlinable public var isAtEnd: Bool { position == end }

  /// Moves the cursor forward if enough bytes remain; no other method moves it forward.
  ///
  /// - Returns: The start of the bytes in ``storage``.
  @inlinable
  mutating func take(_ count: Int) -> Int? {
    guard count >= 0, count <= end - position else { return nil }
    defer { position += count }
    return position
  }
}

// Combined reads, and skipped bytes.
extension ByteReader {
  /// Combines several reads into one step: `nil` leaves the cursor before the first.
  @inlinable
  public mutating func atomically<Value>(_ read: (inout Self) -> Value?) -> Value? {
    let before = self
    if let value = read(&self) { return value }
    self = before
    return nil
  }

  /// Combines several reads into one step: an error leaves the cursor before the first.
  @inlinable
  public mutating func atomically<Value>(
    _ read: (inout Self) throws -> Value
  ) rethrows -> Value {
    let before = self
    do {
      return try read(&self)
    } catch {
      self = before
      throw error
    }
  }

  /// Combines several reads into one field, for example a number that represents a case.
  ///
  /// ```swift
  /// status = try reader.field("status") { $0.byte().flatMap(Status.init) }
  /// ```
  ///
  /// - Throws: ``ReadError/Code/invalid`` if `read` returns `nil`, or ``ReadError/Code/tooShort``
  ///   if no bytes remain; the cursor stays before the field.
  @inlinable
  public mutating func field<Value>(
    _ field: String, _ read: (inout Self) -> Value?
  ) throws -> Value {
    if let value = atomically(read) { return value }
    throw notRead(field)
  }

  /// Skips bytes; `nil` if fewer remain, or if the count is negative.
  @inlinable
  public mutating func skip(_ count: some BinaryInteger) -> Void? {
    guard let count = Int(exactly: count), take(count) != nil else { return nil }
    return ()
  }

  /// Skips bytes.
  @inlinable
  public mutating func skip(_ field: String, _ count: some BinaryInteger) throws {
    if skip(count) == nil { throw tooShort(field, at: offset, needing: count) }
  }

  /// Fails if bytes remain.
  ///
  /// A response that does not call this ignores them, so that a newer server may add fields.
  public func expectEnd() throws {
    if !isAtEnd {
      throw ReadError(.notAtEnd, "end", at: offset, "\(remaining) bytes are left over")
    }
  }

  @usableFromInline
  func notRead(_ field: String) -> ReadError {
    isAtEnd
      ? ReadError(.tooShort, field, at: offset, "no bytes are left for it")
      : ReadError(
        .invalid, field, at: offset,
        "the \(remaining) bytes that are left begin with no value of this field")
  }

  @usableFromInline
  func tooShort(_ field: String, at offset: Int, needing count: some BinaryInteger) -> ReadError {
    guard count >= 0 else {
      return ReadError(.invalid, field, at: offset, "\(count) is no count of bytes")
    }
    let left = end - start - offset
    return ReadError(
      .tooShort, field, at: offset, "it needs \(count) bytes, and \(left) are left")
  }
}

// One reader of a chunk that is moved from frame to frame.
extension ByteReader {
  /// Begins to read another part of the bytes; the caller guarantees that it is present.
  @inlinable
  mutating func begin(at start: Int, until end: Int, order: ByteOrder) {
    self.start = start
    self.end = end
    self.order = order
    position = start
    depth = 0
  }

  /// The range of its bytes in the storage.
  var range: Range<Int> { start..<end }

  /// Whether it still reads these bytes; a closure that borrowed the reader may have replaced it.
  @inlinable
  func reads(_ bytes: UnsafeRawBufferPointer) -> Bool {
    storage.withUnsafeBytes { $0.baseAddress == bytes.baseAddress && $0.count == bytes.count }
  }
}
