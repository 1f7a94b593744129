import SelfManaged

/// Every kind of field there is, and trees within trees.
struct Tree: WritableResponse, Hashable {
  static let wireType: WireType = 2
  static let notificationID: NotificationID = "fuzz.tree"
  var numbers: [Int64]
  var flag: Bool
  var version: Int
  var names: [String]
  var note: String
  var raw: [UInt8]
  var children: [Tree]

  init(from reader: inout ByteReader) throws {
    try self.init(fields: &reader)
    try reader.expectEnd()
  }

  private init(fields reader: inout ByteReader) throws {
    numbers = [
      Int64(try reader.byte("byte")), Int64(try reader.short("short")),
      Int64(try reader.unsigned("unsigned")), Int64(try reader.signedByte("signedByte")),
      Int64(try reader.signedShort("signedShort")), Int64(try reader.signed("signed")),
      try reader.signed64("signed64"),
    ]
    flag = try reader.bool("flag")
    version = try reader.int("version", .unsigned64)
    names = try reader.list("names", prefix: .short, ofAtLeast: 4) {
      try $0.string("name", prefix: .unsigned)
    }
    note = try reader.nested("note", prefix: .byte) { part in
      try part.string("text", count: part.remaining)
    }
    raw = try reader.bytes("raw", prefix: .unsigned64)
    children = try reader.list("children", prefix: .byte) { try Tree(fields: &$0) }
  }

  func write(to writer: inout ByteWriter) throws {
    writer.byte(UInt8(truncatingIfNeeded: numbers[0]))
    writer.short(UInt16(truncatingIfNeeded: numbers[1]))
    writer.unsigned(UInt32(truncatingIfNeeded: numbers[2]))
    writer.signedByte(Int8(truncatingIfNeeded: numbers[3]))
    writer.signedShort(Int16(truncatingIfNeeded: numbers[4]))
    writer.signed(Int32(truncatingIfNeeded: numbers[5]))
    writer.signed64(numbers[6])
    writer.bool(flag)
    try writer.int(version, .unsigned64)
    try writer.list(names, prefix: .short) { try $0.string($1, prefix: .unsigned) }
    try writer.nested(prefix: .byte) { $0.bytes(note.utf8) }
    try writer.bytes(raw, prefix: .unsigned64)
    try writer.list(children, prefix: .byte) { try $1.write(to: &$0) }
  }
}
