/// Reads the fields of a response, one after the other.
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
/// Each read comes in two forms: with the field's name it throws a ``ReadError`` that says which
/// field failed, where and why; without one it gives `nil`. Either way a read first checks what is
/// left, and one that fails leaves the cursor where it was. No bytes whatever make a read trap, and
/// nothing is allocated for a length before it is known that so many bytes are there.
///
/// A reader is a value: a copy reads on by itself, and several reads are one step with
/// ``atomically(_:)->Value``. Reading copies no bytes but those of strings and raw bytes. Everything that
/// a reader was made with stays in memory as long as it does.
@frozen  // Made where it is used, also in a build for library evolution.
public struct ByteReader: Sendable {
  /// How many fields, each within the next, may stand in each other.
  public static var depthLimit: Int { 100 }

  @usableFromInline let storage: [UInt8]
  @usableFromInline var start: Int
  @usableFromInline var position: Int
  @usableFromInline var end: Int
  @usableFromInline var depth = 0

  /// Which byte of a number comes first; it may change between two reads.
  public var order: ByteOrder

  /// Creates a reader of all these bytes.
  @inlinable
  public init(_ bytes: [UInt8], order: ByteOrder = .big) {
    storage = bytes
    start = 0
    position = 0
    end = bytes.count
    self.order = order
  }

  /// Creates a reader of all these bytes, which are copied first.
  public init(_ bytes: some Sequence<UInt8>, order: ByteOrder = .big) {
    self.init(Array(bytes), order: order)
  }

  /// How many bytes have been read, counted from the first one of the outermost reader.
  @inlinable public var offset: Int { position - start }

  /// How many bytes are left.
  @inlinable public var remaining: Int { end - position }

  /// Whether all bytes have been read.
  @inlinable public var isAtEnd: Bool { position == end }

  /// Moves the cursor if so many bytes are left: the one place where it moves forward.
  ///
  /// - Returns: Where the bytes begin in ``storage``.
  @inlinable
  mutating func take(_ count: Int) -> Int? {
    guard count >= 0, count <= end - position else { return nil }
    defer { position += count }
    return position
  }
}

// Several reads as one, and what reads nothing.
extension ByteReader {
  /// Makes several reads one step: `nil` leaves the cursor where it was before the first.
  @inlinable
  public mutating func atomically<Value>(_ read: (inout Self) -> Value?) -> Value? {
    let before = self
    if let value = read(&self) { return value }
    self = before
    return nil
  }

  /// Makes several reads one step: an error leaves the cursor where it was before the first.
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

  /// Makes several reads one field, for example a number that stands for a case.
  ///
  /// ```swift
  /// status = try reader.field("status") { $0.byte().flatMap(Status.init) }
  /// ```
  ///
  /// - Throws: ``ReadError/Code/invalid`` if `read` gives `nil`, or ``ReadError/Code/tooShort`` where
  ///   no bytes are left; the cursor is left before it.
  @inlinable
  public mutating func field<Value>(
    _ field: String, _ read: (inout Self) -> Value?
  ) throws -> Value {
    if let value = atomically(read) { return value }
    throw notRead(field)
  }

  /// Passes over bytes; `nil` if fewer are left, or if the count is negative.
  @inlinable
  public mutating func skip(_ count: some BinaryInteger) -> Void? {
    guard let count = Int(exactly: count), take(count) != nil else { return nil }
    return ()
  }

  /// Passes over bytes.
  @inlinable
  public mutating func skip(_ field: String, _ count: some BinaryInteger) throws {
    if skip(count) == nil { throw tooShort(field, at: offset, needing: count) }
  }

  /// Refuses bytes that are left over.
  ///
  /// A response that does not ask for this ignores them, so that a newer server may add fields.
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

// A reader of a chunk, moved from frame to frame.
extension ByteReader {
  /// Begins to read another part of the bytes, which the caller knows to be there.
  @inlinable
  mutating func begin(at start: Int, until end: Int, order: ByteOrder) {
    self.start = start
    self.end = end
    self.order = order
    position = start
    depth = 0
  }

  /// Where in the storage its bytes are.
  var range: Range<Int> { start..<end }

  /// Whether it is still a reader of these bytes; whoever was lent it may have put another in its
  /// place.
  @inlinable
  func reads(_ bytes: UnsafeRawBufferPointer) -> Bool {
    storage.withUnsafeBytes { $0.baseAddress == bytes.baseAddress && $0.count == bytes.count }
  }
}
