package import SelfManaged

/// The first message of a device: its user, and the last change that it received.
package struct Subscribe: WritableResponse, Hashable {
  package static let wireType: WireType = 1
  package static let notificationID: NotificationID = "storefront.subscribe"

  package let userID: String
  /// The last change that the device received; later changes are pushed.
  package let sequence: Int

  package init(userID: String, after sequence: Int) {
    self.userID = userID
    self.sequence = sequence
  }

  package init(from reader: inout ByteReader) throws {
    userID = try reader.string("userID", prefix: .byte)
    sequence = try reader.int("sequence", .unsigned64)
    try reader.expectEnd()
  }

  package func write(to writer: inout ByteWriter) throws {
    try writer.string(userID, prefix: .byte, field: "userID")
    try writer.int(sequence, .unsigned64, field: "sequence")
  }
}

/// A request for ``QueryInfo``.
package struct AskInfo: WritableResponse, Hashable {
  package static let wireType: WireType = 2
  package static let notificationID: NotificationID = "storefront.ask-info"

  package init() {}
  package init(from reader: inout ByteReader) throws { try reader.expectEnd() }
  package func write(to writer: inout ByteWriter) {}
}

/// A request to sign the user out on all devices.
package struct SignOut: WritableResponse, Hashable {
  package static let wireType: WireType = 3
  package static let notificationID: NotificationID = "storefront.sign-out"

  package init() {}
  package init(from reader: inout ByteReader) throws { try reader.expectEnd() }
  package func write(to writer: inout ByteWriter) {}
}
