import Foundation
package import SelfManaged

/// A push from the journal, in which each change has a number.
package protocol JournalPush: Response {
  /// The number; a device requests the changes after the last one that it received.
  var sequence: Int { get }
}

/// The journal no longer has all changes after the device's last one, so the device reads everything
/// again.
package struct JournalCut: WritableResponse, Hashable {
  package static let wireType: WireType = 18
  package static let notificationID: NotificationID = "storefront.journal-cut"

  /// The last change in the journal; later changes are pushed.
  package let sequence: Int

  package init(sequence: Int) { self.sequence = sequence }

  package init(from reader: inout ByteReader) throws {
    sequence = try reader.int("sequence", .unsigned64)
  }

  package func write(to writer: inout ByteWriter) throws {
    try writer.int(sequence, .unsigned64, field: "sequence")
  }
}

/// A user has liked or unliked a post.
package struct LikeChanged: JournalPush, ItemPush, WritableResponse, Hashable {
  /// The intent of the components that show the push.
  package typealias Intent = LikeIntent
  package static let wireType: WireType = 16
  package static let notificationID: NotificationID = "storefront.like-changed"

  /// The number of the change in the journal.
  package let sequence: Int
  package let itemID: String
  /// Whether the receiving user likes the post after the change.
  package let isLiked: Bool
  package let count: Int
  package let version: Int

  package var answer: LikeAnswer { LikeAnswer(isLiked: isLiked, count: count, version: version) }

  package init(sequence: Int, itemID: String, isLiked: Bool, count: Int, version: Int) {
    self.sequence = sequence
    self.itemID = itemID
    self.isLiked = isLiked
    self.count = count
    self.version = version
  }

  package init(from reader: inout ByteReader) throws {
    sequence = try reader.int("sequence", .unsigned64)
    itemID = try reader.string("itemID")
    isLiked = try reader.bool("isLiked")
    count = try reader.int("count", .unsigned)
    version = try reader.int("version", .unsigned64)
  }

  package func write(to writer: inout ByteWriter) throws {
    try writer.int(sequence, .unsigned64, field: "sequence")
    try writer.string(itemID, field: "itemID")
    writer.bool(isLiked)
    try writer.int(count, .unsigned, field: "count")
    try writer.int(version, .unsigned64, field: "version")
  }
}

/// The user's cart has changed.
package struct CartChanged: JournalPush, WritableResponse, Hashable {
  package static let wireType: WireType = 17
  package static let notificationID: NotificationID = "storefront.cart-changed"

  /// The number of the change in the journal.
  package let sequence: Int
  /// The whole cart, which may contain later changes as well.
  package let cart: StorefrontCart

  package init(sequence: Int, cart: StorefrontCart) {
    self.sequence = sequence
    self.cart = cart
  }

  package init(from reader: inout ByteReader) throws {
    sequence = try reader.int("sequence", .unsigned64)
    let json = try reader.bytes("cart", prefix: .short)
    cart = try JSONDecoder().decode(StorefrontCart.self, from: Data(json))
  }

  /// Writes the fields; the cart has the same form as in a reply.
  package func write(to writer: inout ByteWriter) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    try writer.int(sequence, .unsigned64, field: "sequence")
    try writer.bytes(try encoder.encode(cart), prefix: .short, field: "cart")
  }
}
