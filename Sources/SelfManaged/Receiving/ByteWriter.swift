/// A writer for the fields that a ``ByteReader`` reads.
///
/// ```swift
/// var writer = ByteWriter()
/// writer.unsigned(userID)
/// try writer.string(name)
/// ```
///
/// Use it in servers, tests and fakes, so that both ends share one format. If a value does not fit,
/// a method throws a ``WriteError`` and leaves the writer unchanged.
public struct ByteWriter: Sendable {
  /// The bytes written so far.
  public private(set) var bytes: [UInt8] = []

  /// The byte order of numbers; a response may change it between two fields.
  public var order: ByteOrder

  /// Creates an empty writer.
  public init(order: ByteOrder = .big) { self.order = order }

  /// Writes one byte.
  public mutating func byte(_ number: UInt8) { integer(number) }
  /// Writes two bytes.
  public mutating func short(_ number: UInt16) { integer(number) }
  /// Writes four bytes.
  public mutating func unsigned(_ number: UInt32) { integer(number) }
  /// Writes eight bytes.
  public mutating func unsigned64(_ number: UInt64) { integer(number) }
  /// Writes one byte in two's complement.
  public mutating func signedByte(_ number: Int8) { integer(number) }
  /// Writes two bytes in two's complement.
  public mutating func signedShort(_ number: Int16) { integer(number) }
  /// Writes four bytes in two's complement.
  public mutating func signed(_ number: Int32) { integer(number) }
  /// Writes eight bytes in two's complement.
  public mutating func signed64(_ number: Int64) { integer(number) }
  /// Writes one byte that is 0 or 1.
  public mutating func bool(_ value: Bool) { byte(value ? 1 : 0) }

  /// Writes an unsigned number; throws a ``WriteError`` if it does not fit.
  public mutating func int(
    _ number: some BinaryInteger, _ width: IntegerWidth, field: String = ""
  ) throws {
    guard let value = UInt64(exactly: number), value <= width.maximum else {
      throw WriteError(field, "\(number) does not fit into \(width.words)")
    }
    put(value, width)
  }

  /// Writes a string in UTF-8, preceded by its length in bytes.
  public mutating func string(
    _ text: String, prefix: IntegerWidth = .short, field: String = ""
  ) throws {
    try prefixed(text.utf8.count, prefix, field)
    bytes.append(contentsOf: text.utf8)
  }

  /// Writes raw bytes.
  public mutating func bytes(_ raw: some Collection<UInt8>) { bytes.append(contentsOf: raw) }

  /// Writes raw bytes, preceded by their count.
  public mutating func bytes(
    _ raw: some Collection<UInt8>, prefix: IntegerWidth, field: String = ""
  ) throws {
    try prefixed(raw.count, prefix, field)
    bytes.append(contentsOf: raw)
  }

  /// Writes a list, preceded by its count.
  ///
  /// A byte order that `write` sets ends with the list.
  ///
  /// - Parameters:
  ///   - elements: The elements to write.
  ///   - prefix: The width of the count.
  ///   - field: The field's name in errors.
  ///   - write: Writes an element.
  /// - Throws: A ``WriteError`` if the count does not fit, or the error of `write`; the writer
  ///   stays unchanged.
  public mutating func list<Elements: Collection>(
    _ elements: Elements, prefix: IntegerWidth = .short, field: String = "",
    _ write: (inout Self, Elements.Element) throws -> Void
  ) throws {
    try orNothing { writer in
      try writer.prefixed(elements.count, prefix, field)
      for element in elements { try write(&writer, element) }
    }
  }

  /// Writes a part that consists of fields, preceded by its length in bytes.
  public mutating func nested(
    prefix: IntegerWidth, field: String = "", _ write: (inout Self) throws -> Void
  ) throws {
    var part = ByteWriter(order: order)
    try write(&part)
    try bytes(part.bytes, prefix: prefix, field: field)
  }

  private mutating func orNothing(_ write: (inout Self) throws -> Void) throws {
    let (count, order) = (bytes.count, order)
    defer { self.order = order }  // As in the reader, an order that is set inside ends there.
    do {
      try write(&self)
    } catch {
      bytes.removeSubrange(min(count, bytes.count)...)
      throw error
    }
  }

  mutating func prefixed(
    _ length: Int, _ prefix: IntegerWidth, _ field: String
  ) throws {
    guard UInt64(length) <= prefix.maximum else {
      throw WriteError(
        field, "its length of \(length) does not fit into \(prefix.words)")
    }
    put(UInt64(length), prefix)
  }

  /// Writes a number; the caller guarantees that it fits.
  private mutating func put(_ number: UInt64, _ width: IntegerWidth) {
    switch width {
    case .byte: byte(UInt8(truncatingIfNeeded: number))
    case .short: short(UInt16(truncatingIfNeeded: number))
    case .unsigned24:
      let three = [16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
      bytes(order == .big ? three : three.reversed())
    case .unsigned: unsigned(UInt32(truncatingIfNeeded: number))
    case .unsigned64: unsigned64(number)
    }
  }

  private mutating func integer<Number: FixedWidthInteger & BitwiseCopyable>(_ number: Number) {
    let ordered = order == .big ? number.bigEndian : number.littleEndian
    withUnsafeBytes(of: ordered) { bytes.append(contentsOf: $0) }
  }
}

extension IntegerWidth {
  var words: String { self == .byte ? "1 byte" : "\(rawValue) bytes" }
}

/// An error for a field that could not be written.
///
/// The writer throws it for a number, a length, a count or a wire type that does not fit into its
/// bytes. Your own responses can throw it for values that have no bytes.
///
/// ```text
/// "name": its length of 70000 does not fit into 2 bytes.
/// ```
public struct WriteError: Error, Hashable, Sendable {
  /// The name of the field; empty if the caller did not name it.
  public var field: String
  /// A description of the failure, for logs.
  public var message: String

  /// Creates an error.
  public init(_ field: String, _ message: String) {
    self.field = field
    self.message = message
  }
}

extension WriteError: CustomStringConvertible {
  /// The field and the failure.
  public var description: String { field.isEmpty ? message + "." : "\"\(field)\": \(message)." }
}
