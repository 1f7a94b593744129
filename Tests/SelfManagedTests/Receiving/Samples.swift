import SelfManaged

/// The user has signed in.
struct LogIn: WritableResponse, Hashable {
  static let wireType: WireType = 1
  static let notificationID: NotificationID = "account.log-in"
  var userID: UInt32
  var name: String

  init(userID: UInt32 = 7, name: String = "Ann") {
    self.userID = userID
    self.name = name
  }

  init(from reader: inout ByteReader) throws {
    userID = try reader.unsigned("userID")
    name = try reader.string("name")
  }

  func write(to writer: inout ByteWriter) throws {
    writer.unsigned(userID)
    try writer.string(name, field: "name")
  }
}

/// Information about the user.
struct QueryInfo: WritableResponse, Hashable {
  static let wireType: WireType = 2
  static let notificationID: NotificationID = "account.query-info"
  var level: UInt8
  var points: UInt16
  var balance: Int64

  init(level: UInt8 = 3, points: UInt16 = 500, balance: Int64 = -12) {
    self.level = level
    self.points = points
    self.balance = balance
  }

  init(from reader: inout ByteReader) throws {
    level = try reader.byte("level")
    points = try reader.short("points")
    balance = try reader.signed64("balance")
  }

  func write(to writer: inout ByteWriter) {
    writer.byte(level)
    writer.short(points)
    writer.signed64(balance)
  }
}

/// The user has been signed out; a response without a body.
struct LogOut: WritableResponse, Hashable {
  static let wireType: WireType = 3
  static let notificationID: NotificationID = "account.log-out"

  init() {}
  init(from reader: inout ByteReader) throws {}
  func write(to writer: inout ByteWriter) {}
}

/// Every kind of field, and nested parts.
struct Sample: WritableResponse, Hashable {
  static let wireType: WireType = 500
  static let notificationID: NotificationID = "test.sample"
  var numbers: [UInt64] = []
  var signed: [Int64] = []
  var flag = false
  var name = ""
  var note = ""
  var raw: [UInt8] = []
  var children: [Sample] = []

  init() {}

  init(from reader: inout ByteReader) throws {
    numbers = [
      UInt64(try reader.byte("byte")), UInt64(try reader.short("short")),
      UInt64(try reader.unsigned("unsigned")), try reader.unsigned64("unsigned64"),
    ]
    signed = [
      Int64(try reader.signedByte("signedByte")), Int64(try reader.signedShort("signedShort")),
      Int64(try reader.signed("signed")), try reader.signed64("signed64"),
    ]
    flag = try reader.bool("flag")
    name = try reader.string("name")
    note = try reader.nested("note", prefix: .byte) { part in
      try part.string("text", count: part.remaining)
    }
    raw = try reader.bytes("raw", prefix: .unsigned)
    children = try reader.list("children", prefix: .byte, ofAtLeast: 44) { try Sample(from: &$0) }
  }

  func write(to writer: inout ByteWriter) throws {
    let fields = numbers + [0, 0, 0, 0]
    writer.byte(UInt8(truncatingIfNeeded: fields[0]))
    writer.short(UInt16(truncatingIfNeeded: fields[1]))
    writer.unsigned(UInt32(truncatingIfNeeded: fields[2]))
    writer.unsigned64(fields[3])
    let others = signed + [0, 0, 0, 0]
    writer.signedByte(Int8(truncatingIfNeeded: others[0]))
    writer.signedShort(Int16(truncatingIfNeeded: others[1]))
    writer.signed(Int32(truncatingIfNeeded: others[2]))
    writer.signed64(others[3])
    writer.bool(flag)
    try writer.string(name, field: "name")
    try writer.nested(prefix: .byte, field: "note") { $0.bytes(note.utf8) }
    try writer.bytes(raw, prefix: .unsigned, field: "raw")
    try writer.list(children, prefix: .byte, field: "children") { try $1.write(to: &$0) }
  }
}

extension ResponseFactory {
  /// A factory with all the samples.
  static func samples() throws -> Self {
    var factory = Self()
    try factory.register(LogIn.self)
    try factory.register(QueryInfo.self)
    try factory.register(LogOut.self)
    try factory.register(Sample.self)
    return factory
  }
}

extension Received {
  /// A description that tests can compare.
  var words: String {
    switch self {
    case .response(let response): "\(response)"
    case .unknown(let frame): "unknown \(frame.type) \(frame.body)"
    case .malformed(let report): "malformed \(report)"
    case .failed(let error): "failed \(error)"
    }
  }
}
