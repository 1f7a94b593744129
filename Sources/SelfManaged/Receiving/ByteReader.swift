/// A reader for the fields of a response, in order.
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
/// Each read has two forms. With a field name, a failed read throws a ``ReadError`` with the field,
/// the position and the reason. Without a name, a failed read returns `nil`. A failed read does not
/// move the cursor. No input makes a read trap, and no memory is allocated for a length before that
/// number of bytes is known to be present.
///
/// A reader is a value: a copy reads independently. ``atomically(_:)->Value`` combines several
/// reads into one step. Only strings and raw bytes are copied. A reader retains all bytes that it
/// was created with.
@frozen  // Clients construct it inline, also in a build for library evolution.
public struct ByteReader: Sendable {
  /// The maximum depth of nested fields.
  static var depthLimit: Int { 100 }
  /// The maximum depth of steps that combine reads.
  @usableFromInline static var stepLimit: Int { 100 }

  @usableFromInline let storage: [UInt8]
  @usableFromInline var start: Int
  @usableFromInline var position: Int
  @usableFromInline var end: Int
  @usableFromInline var depth = 0
  /// The number of steps that are being read, each within the previous one.
  @usableFromInline var steps = 0

  /// The byte order of numbers; a response may change it between two reads.
  public var order: ByteOrder

  /// Creates a reader for an array of bytes.
  @inlinable
  public init(_ bytes: [UInt8], order: ByteOrder = .big) {
    storage = bytes
    start = 0
    position = 0
    end = bytes.count
    self.order = order
  }

  /// Creates a reader for a sequence of bytes, which it copies.
  public init(_ bytes: some Sequence<UInt8>, order: ByteOrder = .big) {
    self.init(Array(bytes), order: order)
  }

  /// The position of the cursor, in bytes from the first byte of the outermost reader.
  @inlinable public var offset: Int { position - start }

  /// The number of remaining bytes.
  @inlinable public var remaining: Int { end - position }

  /// Whether all bytes have been read.
  package var isAtEnd: Bool { position == end }

  /// Moves the cursor forward if enough bytes remain; all reads use this method.
  ///
  /// - Returns: The start of the bytes in ``storage``; `nil` does not move the cursor.
  @inlinable
  mutating func advance(_ count: Int) -> Int? {
    guard count >= 0, count <= end - position else { return nil }
    defer { position += count }
    return position
  }
}

// Reads that combine others, and skips.
extension ByteReader {
  /// Combines several reads into one step; if the closure returns `nil`, the cursor does not move.
  ///
  /// Steps may be nested up to 100 deep, so that no input can overflow the stack. A deeper step
  /// returns `nil`.
  @inlinable
  public mutating func atomically<Value>(_ read: (inout Self) -> Value?) -> Value? {
    attempt { reader in
      guard reader.steps < Self.stepLimit else { return nil }
      let steps = reader.steps
      reader.steps = steps + 1
      defer { reader.steps = steps }
      return read(&reader)
    }
  }

  /// Combines several reads into one step; if the closure throws, the cursor does not move.
  ///
  /// Steps may be nested up to 100 deep, so that no input can overflow the stack. In a deeper step
  /// no bytes remain, so each read fails.
  @inlinable
  public mutating func atomically<Value>(
    _ read: (inout Self) throws -> Value
  ) rethrows -> Value {
    let before = self
    do {
      steps = before.steps + 1
      if steps > Self.stepLimit { end = position }
      let value = try read(&self)
      if before.steps >= Self.stepLimit { self = before }
      steps = before.steps
      return value
    } catch {
      self = before
      throw error
    }
  }

  /// Reads a value, or leaves the cursor; unlike a step, it is not counted.
  @inlinable
  mutating func attempt<Value>(_ read: (inout Self) -> Value?) -> Value? {
    let before = self
    if let value = read(&self) { return value }
    self = before
    return nil
  }

  /// Combines several reads into one field, for example to read a number as a case of an enum.
  ///
  /// ```swift
  /// status = try reader.field("status") { $0.byte().flatMap(Status.init) }
  /// ```
  ///
  /// - Throws: A ``ReadError`` if `read` returns `nil`: with ``ReadError/Code/tooShort`` if no
  ///   bytes remain, or else with ``ReadError/Code/invalid``. The cursor does not move. A field that
  ///   is nested more than 100 deep in other such fields fails with ``ReadError/Code/tooDeep``.
  @inlinable
  public mutating func field<Value>(
    _ field: String, _ read: (inout Self) -> Value?
  ) throws -> Value {
    if let value = atomically(read) { return value }
    throw steps < Self.stepLimit ? notRead(field) : tooDeep(field, at: offset, steps)
  }

  /// Skips bytes; `nil` if fewer bytes remain, or if the count is negative.
  @inlinable
  public mutating func skip(_ count: some BinaryInteger) -> Void? {
    guard let count = Int(exactly: count), advance(count) != nil else { return nil }
    return ()
  }

  /// Skips bytes; throws an error if fewer bytes remain, or if the count is negative.
  @inlinable
  public mutating func skip(_ field: String, _ count: some BinaryInteger) throws {
    if skip(count) == nil { throw tooShort(field, needing: count) }
  }

  /// Throws an error if bytes remain.
  ///
  /// A response that does not call this method ignores them, so that a newer server can add fields.
  public func expectEnd() throws {
    if !isAtEnd {
      throw ReadError(.notAtEnd, "end", at: offset, "it is expected here; \(remaining) bytes left")
    }
  }

  @usableFromInline
  func tooDeep(_ field: String, at start: Int, _ depth: Int) -> ReadError {
    ReadError(.tooDeep, field, at: start, "it is nested more than \(depth) deep")
  }

  @usableFromInline
  func notRead(_ field: String) -> ReadError {
    isAtEnd
      ? ReadError(.tooShort, field, at: offset, "no bytes left")
      : ReadError(
        .invalid, field, at: offset,
        "the remaining \(remaining) bytes do not begin with a valid value")
  }

  @usableFromInline
  func tooShort(_ field: String, needing count: some BinaryInteger) -> ReadError {
    guard count >= 0 else {
      return ReadError(.invalid, field, at: offset, "\(count) is not a valid byte count")
    }
    return ReadError(
      .tooShort, field, at: offset, "it needs \(count) bytes; only \(remaining) left")
  }
}

// Methods that move one reader of a chunk from frame to frame.
extension ByteReader {
  /// Moves the reader to another part of its bytes; the caller guarantees that the part is present.
  @inlinable
  mutating func begin(at start: Int, until end: Int, order: ByteOrder) {
    self.start = start
    self.end = end
    self.order = order
    position = start
    depth = 0
    steps = 0
  }

  /// The range of the reader's bytes in the storage.
  var range: Range<Int> { start..<end }

  /// Whether the reader still reads these bytes; a closure that borrowed it may have replaced it.
  @inlinable
  func reads(_ bytes: UnsafeRawBufferPointer) -> Bool {
    storage.withUnsafeBytes { $0.baseAddress == bytes.baseAddress }
  }
}
