extension ByteReader {
  /// Reads a part that consists of fields itself, such as one of a kind that holds others of its
  /// kind.
  ///
  /// ```swift
  /// init(from reader: inout ByteReader) throws {
  ///   name = try reader.string("name")
  ///   children = try reader.list("children") { try Folder(from: &$0) }
  ///   owner = try reader.nested("owner") { try User(from: &$0) }
  /// }
  /// ```
  ///
  /// An error leaves the cursor where it was, and names the field with the one it stands in. Lists
  /// and nested parts may stand in each other ``depthLimit`` deep, so that no bytes overflow the
  /// stack.
  ///
  /// - Parameters:
  ///   - field: What the error calls it.
  ///   - read: Reads the part.
  /// - Returns: What `read` made of it.
  /// - Throws: A ``ReadError``, or what `read` throws; the cursor is left before the part.
  public mutating func nested<Value>(
    _ field: String, _ read: (inout Self) throws -> Value
  ) throws -> Value {
    let before = self
    do {
      guard depth < Self.depthLimit else {
        throw ReadError(.tooDeep, "", at: offset, "it stands in \(depth) others")
      }
      depth += 1
      let value = try read(&self)
      (depth, order) = (before.depth, before.order)
      return value
    } catch {
      self = before
      throw (error as? ReadError)?.within(field) ?? error
    }
  }

  /// Reads a part behind its length in bytes.
  ///
  /// The part can't read past its end. What it leaves unread is passed over, so that a newer server
  /// may add fields.
  ///
  /// - Parameters:
  ///   - field: What the error calls it.
  ///   - prefix: How wide the length is.
  ///   - read: Reads the part.
  /// - Returns: What `read` made of it.
  /// - Throws: A ``ReadError``, or what `read` throws; the cursor is left before the part.
  public mutating func nested<Value>(
    _ field: String, prefix: IntegerWidth, _ read: (inout Self) throws -> Value
  ) throws -> Value {
    var part = self
    let first = try part.takePrefixed(field, prefix)
    let last = part.position
    part.position = first
    part.end = last
    let value = try part.nested(field, read)
    position = last
    return value
  }

  /// Reads a list behind its count.
  ///
  /// - Parameters:
  ///   - field: What the error calls it.
  ///   - prefix: How wide the count is.
  ///   - size: The fewest bytes an element takes, at least 1; a count that can't be true is refused
  ///     before anything is allocated.
  ///   - element: Reads an element.
  /// - Returns: The elements.
  /// - Throws: A ``ReadError``, or what `element` throws; the cursor is left before the list.
  public mutating func list<Element>(
    _ field: String, prefix: IntegerWidth = .short, ofAtLeast size: Int = 1,
    _ element: (inout Self) throws -> Element
  ) throws -> [Element] {
    try atomically { reader in
      guard let count = reader.integer(prefix) else {
        throw reader.tooShort(field, at: reader.offset, needing: prefix.byteCount)
      }
      return try reader.list(field, count: count, ofAtLeast: size, element)
    }
  }

  /// Reads a list of so many elements.
  ///
  /// - Parameters:
  ///   - field: What the error calls it.
  ///   - count: How many elements; a negative one fails.
  ///   - size: The fewest bytes an element takes, at least 1; a count that can't be true is refused
  ///     before anything is allocated.
  ///   - element: Reads an element.
  /// - Returns: The elements.
  /// - Throws: A ``ReadError``, or what `element` throws; the cursor is left before the list.
  public mutating func list<Element>(
    _ field: String, count: some BinaryInteger, ofAtLeast size: Int = 1,
    _ element: (inout Self) throws -> Element
  ) throws -> [Element] {
    guard let number = Int(exactly: count), number >= 0, number <= remaining / max(1, size) else {
      throw ReadError(
        .tooShort, field, at: offset,
        "it says \(count) elements of \(max(1, size)) bytes or more, and \(remaining) are left"
      )
    }
    return try nested(field) { reader in
      var elements: [Element] = []
      for index in 0..<number {
        do {
          elements.append(try element(&reader))
        } catch {
          throw (error as? ReadError)?.within("[\(index)]") ?? error
        }
      }
      return elements
    }
  }
}

// The same without a field's name.
extension ByteReader {
  /// Reads a part that consists of fields itself; `nil` leaves the cursor where it was.
  public mutating func nested<Value>(_ read: (inout Self) -> Value?) -> Value? {
    try? nested("") { try read(&$0).orThrow() }
  }

  /// Reads a part behind its length in bytes; `nil` leaves the cursor where it was.
  public mutating func nested<Value>(
    prefix: IntegerWidth, _ read: (inout Self) -> Value?
  ) -> Value? {
    try? nested("", prefix: prefix) { try read(&$0).orThrow() }
  }

  /// Reads a list behind its count; `nil` leaves the cursor where it was.
  public mutating func list<Element>(
    prefix: IntegerWidth = .short, ofAtLeast size: Int = 1, _ element: (inout Self) -> Element?
  ) -> [Element]? {
    try? list("", prefix: prefix, ofAtLeast: size) { try element(&$0).orThrow() }
  }

  /// Reads a list of so many elements; `nil` leaves the cursor where it was.
  public mutating func list<Element>(
    count: some BinaryInteger, ofAtLeast size: Int = 1, _ element: (inout Self) -> Element?
  ) -> [Element]? {
    try? list("", count: count, ofAtLeast: size) { try element(&$0).orThrow() }
  }
}

/// Stands for a `nil` on its way through a read that throws.
private struct NothingRead: Error {}

extension Optional {
  fileprivate func orThrow() throws -> Wrapped {
    guard let self else { throw NothingRead() }
    return self
  }
}
