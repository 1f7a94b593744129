import SelfManaged

struct LogIn: WritableResponse, Hashable {
  static let wireType: WireType = 1
  static let notificationID: NotificationID = "fuzz.log-in"
  var userID: UInt32
  var name: String

  init(from reader: inout ByteReader) throws {
    userID = try reader.unsigned("userID")
    name = try reader.string("name")
    try reader.expectEnd()
  }

  func write(to writer: inout ByteWriter) throws {
    writer.unsigned(userID)
    try writer.string(name)
  }
}

struct LogOut: WritableResponse, Hashable {
  static let wireType: WireType = 3
  static let notificationID: NotificationID = "fuzz.log-out"

  init(from reader: inout ByteReader) throws { try reader.expectEnd() }
  func write(to writer: inout ByteWriter) {}
}
