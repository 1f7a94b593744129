public import SelfManaged

/// The first thing a device says: who it is, and the last change it knows of.
public struct Subscribe: WritableResponse, Hashable {
  /// The number on the wire.
  public static let wireType: WireType = 1
  /// The name it is posted under.
  public static let notificationID: NotificationID = "storefront.subscribe"

  /// Who.
  public let userID: String
  /// The last change that is known; those after it are pushed.
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

/// Asks for ``QueryInfo``.
public struct AskInfo: WritableResponse, Hashable {
  /// The number on the wire.
  public static let wireType: WireType = 2
  /// The name it is posted under.
  public static let notificationID: NotificationID = "storefront.ask-info"

  /// Creates a request.
  public init() {}
  /// Reads nothing.
  public init(from reader: inout ByteReader) throws { try reader.expectEnd() }
  /// Writes nothing.
  public func write(to writer: inout ByteWriter) {}
}

/// Signs the person out, on all devices.
public struct SignOut: WritableResponse, Hashable {
  /// The number on the wire.
  public static let wireType: WireType = 3
  /// The name it is posted under.
  public static let notificationID: NotificationID = "storefront.sign-out"

  /// Creates a request.
  public init() {}
  /// Reads nothing.
  public init(from reader: inout ByteReader) throws { try reader.expectEnd() }
  /// Writes nothing.
  public func write(to writer: inout ByteWriter) {}
}
