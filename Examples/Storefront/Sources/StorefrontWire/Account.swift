public import SelfManaged

/// The answer to ``Subscribe``: the person is known, and pushes follow.
public struct LogIn: WritableResponse, Hashable {
  /// The number on the wire.
  public static let wireType: WireType = 1
  /// The name it is posted under.
  public static let notificationID: NotificationID = "storefront.log-in"

  /// Who.
  public let userID: String
  /// What they are called.
  public let name: String
  /// The last change the shop knows of.
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

/// The answer to ``AskInfo``: what the shop knows of the person.
public struct QueryInfo: WritableResponse, Hashable {
  /// The number on the wire.
  public static let wireType: WireType = 2
  /// The name it is posted under.
  public static let notificationID: NotificationID = "storefront.query-info"

  /// How many posts they like.
  public let likes: UInt32
  /// How many different products are in their cart.
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

/// The person is signed out, or was never known; the connection ends.
public struct LogOut: WritableResponse, Hashable {
  /// The number on the wire.
  public static let wireType: WireType = 3
  /// The name it is posted under.
  public static let notificationID: NotificationID = "storefront.log-out"

  /// Why, for people.
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
