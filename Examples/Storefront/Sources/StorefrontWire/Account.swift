package import SelfManaged

/// The answer to ``Subscribe``: the user is known, and pushes follow.
package struct LogIn: WritableResponse, Hashable {
  package static let wireType: WireType = 1
  package static let notificationID: NotificationID = "storefront.log-in"

  package let userID: String
  package let name: String
  /// The last change in the journal.
  package let sequence: Int

  package init(userID: String, name: String, sequence: Int) {
    self.userID = userID
    self.name = name
    self.sequence = sequence
  }

  package init(from reader: inout ByteReader) throws {
    userID = try reader.string("userID")
    name = try reader.string("name")
    sequence = try reader.int("sequence", .unsigned64)
  }

  package func write(to writer: inout ByteWriter) throws {
    try writer.string(userID, field: "userID")
    try writer.string(name, field: "name")
    try writer.int(sequence, .unsigned64, field: "sequence")
  }
}

/// The answer to ``AskInfo``: information about the user.
package struct QueryInfo: WritableResponse, Hashable {
  package static let wireType: WireType = 2
  package static let notificationID: NotificationID = "storefront.query-info"

  /// The number of posts that the user likes.
  package let likes: UInt32
  /// The number of different products in the user's cart.
  package let products: UInt16

  package init(likes: UInt32, products: UInt16) {
    self.likes = likes
    self.products = products
  }

  package init(from reader: inout ByteReader) throws {
    likes = try reader.unsigned("likes")
    products = try reader.short("products")
  }

  package func write(to writer: inout ByteWriter) {
    writer.unsigned(likes)
    writer.short(products)
  }
}

/// The user is signed out or unknown; the connection ends.
package struct LogOut: WritableResponse, Hashable {
  package static let wireType: WireType = 3
  package static let notificationID: NotificationID = "storefront.log-out"

  package let reason: String

  package init(reason: String) { self.reason = reason }

  package init(from reader: inout ByteReader) throws { reason = try reader.string("reason") }

  package func write(to writer: inout ByteWriter) throws {
    try writer.string(reason, field: "reason")
  }
}
