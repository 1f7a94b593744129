public import SelfManaged

/// The answer to ``Subscribe``: the user is known, and pushes follow.
public struct LogIn: WritableResponse, Hashable {
  /// The wire type of the message.
  public static let wireType: WireType = 1
  /// The notification ID of the message.
  public static let notificationID: NotificationID = "storefront.log-in"

  /// The ID of the user.
  public let userID: String
  /// The user's name.
  public let name: String
  /// The last change in the journal.
  public let sequence: Int

  /// Creates a response.
  public init(userID: String, name: String, sequence: Int) {
    self.userID = userID
    self.name = name
    self.sequence = sequence
  }

  /// Reads the fields.
  public init(from reader: inout ByteReader) throws {
    userID = try reader.string("userID")
    name = try reader.string("name")
    sequence = try reader.int("sequence", .unsigned64)
  }

  /// Writes the fields.
  public func write(to writer: inout ByteWriter) throws {
    try writer.string(userID, field: "userID")
    try writer.string(name, field: "name")
    try writer.int(sequence, .unsigned64, field: "sequence")
  }
}

/// The answer to ``AskInfo``: information about the user.
public struct QueryInfo: WritableResponse, Hashable {
  /// The wire type of the message.
  public static let wireType: WireType = 2
  /// The notification ID of the message.
  public static let notificationID: NotificationID = "storefront.query-info"

  /// The number of posts that the user likes.
  public let likes: UInt32
  /// The number of different products in the user's cart.
  public let products: UInt16

  /// Creates a response.
  public init(likes: UInt32, products: UInt16) {
    self.likes = likes
    self.products = products
  }

  /// Reads the fields.
  public init(from reader: inout ByteReader) throws {
    likes = try reader.unsigned("likes")
    products = try reader.short("products")
  }

  /// Writes the fields.
  public func write(to writer: inout ByteWriter) {
    writer.unsigned(likes)
    writer.short(products)
  }
}

/// The user is signed out or unknown; the connection ends.
public struct LogOut: WritableResponse, Hashable {
  /// The wire type of the message.
  public static let wireType: WireType = 3
  /// The notification ID of the message.
  public static let notificationID: NotificationID = "storefront.log-out"

  /// The reason, as a text.
  public let reason: String

  /// Creates a response.
  public init(reason: String) { self.reason = reason }

  /// Reads the field.
  public init(from reader: inout ByteReader) throws { reason = try reader.string("reason") }

  /// Writes the field.
  public func write(to writer: inout ByteWriter) throws {
    try writer.string(reason, field: "reason")
  }
}
