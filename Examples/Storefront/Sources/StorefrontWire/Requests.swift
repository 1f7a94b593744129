public import SelfManaged

/// The first message of a device: its user, and the last change that it received.
public struct Subscribe: WritableResponse, Hashable {
  /// The wire type of the message.
  public static let wireType: WireType = 1
  /// The notification ID of the message.
  public static let notificationID: NotificationID = "storefront.subscribe"

  /// The ID of the user.
  public let userID: String
  /// The last change that the device received; later changes are pushed.
  public let sequence: Int

  /// Creates a request.
  public init(userID: String, after sequence: Int) {
    self.userID = userID
    self.sequence = sequence
  }

  /// Reads the fields.
  public init(from reader: inout ByteReader) throws {
    userID = try reader.string("userID", prefix: .byte)
    sequence = try reader.int("sequence", .unsigned64)
    try reader.expectEnd()
  }

  /// Writes the fields.
  public func write(to writer: inout ByteWriter) throws {
    try writer.string(userID, prefix: .byte, field: "userID")
    try writer.int(sequence, .unsigned64, field: "sequence")
  }
}

/// A request for ``QueryInfo``.
public struct AskInfo: WritableResponse, Hashable {
  /// The wire type of the message.
  public static let wireType: WireType = 2
  /// The notification ID of the message.
  public static let notificationID: NotificationID = "storefront.ask-info"

  /// Creates a request.
  public init() {}
  /// Reads nothing.
  public init(from reader: inout ByteReader) throws { try reader.expectEnd() }
  /// Writes nothing.
  public func write(to writer: inout ByteWriter) {}
}

/// A request to sign the user out on all devices.
public struct SignOut: WritableResponse, Hashable {
  /// The wire type of the message.
  public static let wireType: WireType = 3
  /// The notification ID of the message.
  public static let notificationID: NotificationID = "storefront.sign-out"

  /// Creates a request.
  public init() {}
  /// Reads nothing.
  public init(from reader: inout ByteReader) throws { try reader.expectEnd() }
  /// Writes nothing.
  public func write(to writer: inout ByteWriter) {}
}
