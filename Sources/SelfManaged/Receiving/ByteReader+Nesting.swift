extension ByteReader {
  /// Reads a part that consists of fields and may be recursive.
  ///
  /// ```swift
  /// init(from reader: inout ByteReader) throws {
  ///   name = try reader.string("name")
  ///   children = try reader.list("children") { try Folder(from: &$0) }
  ///   owner = try reader.nested("owner") { try User(from: &$0) }
  /// }
  /// ```
  ///
  /// An error names the field with its enclosing fields. Lists and parts may be nested up to
  /// 100 deep, so that no input can overflow the stack. A recursive type must read itself in a list
  /// or a part, as above, or in ``field(_:_:)`` or ``atomically(_:)->Value``, which have a limit of
  /// their own. Nothing limits an initializer that calls itself with the same reader.
  ///
  /// - Parameters:
  ///   - field: The field's name in errors.
  ///   - read: Reads the part.
  /// - Returns: The result of `read`.
  /// - Throws: A ``ReadError``, or the error of `read`; the cursor stays before the part.
  public mutating func nested<Value>(
    _ field: String, _ read: (inout Self) throws -> Value
  ) throws -> Value {
    try nested(field, at: offset, read)
  }

  /// Reads a part of a field that begins at `start`, which is where its length or count begins.
  private mutating func nested<Value>(
    _ field: String, at start: Int, _ read: (inout Self) throws -> Value
  ) throws -> Value {
    let before = self
    do {
      guard depth < Self.depthLimit else {
        throw tooDeep("", at: start, depth)
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

  /// Reads a part that is preceded by its length in bytes.
  ///
  /// The part can't read past its end. Its unread bytes are skipped, so that a newer server can add
  /// fields.
  ///
  /// - Parameters:
  ///   - field: The field's name in errors.
  ///   - prefix: The width of the length.
  ///   - read: Reads the part.
  /// - Returns: The result of `read`.
  /// - Throws: A ``ReadError``, or the error of `read`; the cursor stays before the part.
  public mutating func nested<Value>(
    _ field: String, prefix: IntegerWidth, _ read: (inout Self) throws -> Value
  ) throws -> Value {
    var part = self
    let first = try part.advancePrefixed(field, prefix)
    let last = part.position
    part.position = first
    part.end = last
    let value = try part.nested(field, at: offset, read)
    position = last
    return value
  }

  /// Reads a list that is preceded by its count.
  ///
  /// - Parameters:
  ///   - field: The field's name in errors.
  ///   - prefix: The width of the count.
  ///   - size: The minimum number of bytes of an element, at least 1. A count that exceeds the
  ///     remaining bytes fails before anything is allocated.
  ///   - element: Reads an element.
  /// - Returns: The elements.
  /// - Throws: A ``ReadError``, or the error of `element`; the cursor stays before the list.
  public mutating func list<Element>(
    _ field: String, prefix: IntegerWidth = .short, ofAtLeast size: Int = 1,
    _ element: (inout Self) throws -> Element
  ) throws -> [Element] {
    let start = offset
    let before = self
    do {
      guard let count = integer(prefix) else { throw tooShort(field, needing: prefix.rawValue) }
      return try list(field, at: start, count, ofAtLeast: size, element)
    } catch {
      self = before
      throw error
    }
  }

  /// Reads a list with a given number of elements.
  ///
  /// - Parameters:
  ///   - field: The field's name in errors.
  ///   - count: The number of elements; a negative number fails.
  ///   - size: The minimum number of bytes of an element, at least 1. A count that exceeds the
  ///     remaining bytes fails before anything is allocated.
  ///   - element: Reads an element.
  /// - Returns: The elements.
  /// - Throws: A ``ReadError``, or the error of `element`; the cursor stays before the list.
  public mutating func list<Element>(
    _ field: String, count: some BinaryInteger, ofAtLeast size: Int = 1,
    _ element: (inout Self) throws -> Element
  ) throws -> [Element] {
    try list(field, at: offset, count, ofAtLeast: size, element)
  }

  private mutating func list<Element>(
    _ field: String, at start: Int, _ count: some BinaryInteger, ofAtLeast size: Int,
    _ element: (inout Self) throws -> Element
  ) throws -> [Element] {
    guard count >= 0 else {
      throw ReadError(.invalid, field, at: start, "\(count) is not a valid element count")
    }
    guard let number = Int(exactly: count), number <= remaining / max(1, size) else {
      throw ReadError(
        .tooShort, field, at: start,
        "it has \(count) elements of at least \(max(1, size)) bytes; only \(remaining) left"
      )
    }
    return try nested(field, at: start) { reader in
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

// Reads without a field name, which return `nil` on failure.
extension ByteReader {
  /// Reads a part that consists of fields; `nil` does not move the cursor.
  public mutating func nested<Value>(_ read: (inout Self) -> Value?) -> Value? {
    try? nested("") { try read(&$0).orThrow() }
  }

  /// Reads a part that is preceded by its length in bytes; `nil` does not move the cursor.
  public mutating func nested<Value>(
    prefix: IntegerWidth, _ read: (inout Self) -> Value?
  ) -> Value? {
    try? nested("", prefix: prefix) { try read(&$0).orThrow() }
  }

  /// Reads a list that is preceded by its count; `nil` does not move the cursor.
  public mutating func list<Element>(
    prefix: IntegerWidth = .short, ofAtLeast size: Int = 1, _ element: (inout Self) -> Element?
  ) -> [Element]? {
    try? list("", prefix: prefix, ofAtLeast: size) { try element(&$0).orThrow() }
  }

  /// Reads a list with a given number of elements; `nil` does not move the cursor.
  public mutating func list<Element>(
    count: some BinaryInteger, ofAtLeast size: Int = 1, _ element: (inout Self) -> Element?
  ) -> [Element]? {
    try? list("", count: count, ofAtLeast: size) { try element(&$0).orThrow() }
  }
}

/// The error that a throwing read uses for `nil`.
private struct NothingRead: Error {}

extension Optional {
  fileprivate func orThrow() throws -> Wrapped {
    guard let self else { throw NothingRead() }
    return self
  }
}
