import Foundation
public import SelfManaged

/// A push from the journal, in which each change has a number.
public protocol JournalPush: Response {
  /// The number; a device requests the changes after the last one that it received.
  var sequence: Int { get }
}

/// The journal no longer has all changes after the device's last one, so the device reads everything
/// again.
public struct JournalCut: WritableResponse, Hashable {
  /// The wire type of the message.
  public static let wireType: WireType = 18
  /// The notification ID of the message.
  public static let notificationID: NotificationID = "storefront.journal-cut"

  /// The last change in the journal; later changes are pushed.
  public let sequence: Int

  /// Creates a response.
  public init(sequence: Int) { self.sequence = sequence }

  /// Reads the field.
  public init(from reader: inout ByteReader) throws {
    sequence = try reader.int("sequence", .unsigned64)
  }

  /// Writes the field.
  public func write(to writer: inout ByteWriter) throws {
    try writer.int(sequence, .unsigned64, field: "sequence")
  }
}

/// A user has liked or unliked a post.
public struct LikeChanged: JournalPush, ItemPush, WritableResponse, Hashable {
  /// The intent of the components that show the push.
  public typealias Intent = LikeIntent
  /// The wire type of the message.
  public static let wireType: WireType = 16
  /// The notification ID of the message.
  public static let notificationID: NotificationID = "storefront.like-changed"

  /// The number of the change in the journal.
  public let sequence: Int
  /// The ID of the post.
  public let itemID: String
  /// Whether the receiving user likes the post after the change.
  public let isLiked: Bool
  /// The number of likes.
  public let count: Int
  /// The post's version.
  public let version: Int

  /// The answer for the session.
  public var answer: LikeAnswer { LikeAnswer(isLiked: isLiked, count: count, version: version) }

  /// Creates a push.
  public init(sequence: Int, itemID: String, isLiked: Bool, count: Int, version: Int) {
    self.sequence = sequence
    self.itemID = itemID
    self.isLiked = isLiked
    self.count = count
    self.version = version
  }

  /// Reads the fields.
  public init(from reader: inout ByteReader) throws {
    sequence = try reader.int("sequence", .unsigned64)
    itemID = try reader.string("itemID")
    isLiked = try reader.bool("isLiked")
    count = try reader.int("count", .unsigned)
    version = try reader.int("version", .unsigned64)
  }

  /// Writes the fields.
  public func write(to writer: inout ByteWriter) throws {
    try writer.int(sequence, .unsigned64, field: "sequence")
    try writer.string(itemID, field: "itemID")
    writer.bool(isLiked)
    try writer.int(count, .unsigned, field: "count")
    try writer.int(version, .unsigned64, field: "version")
  }
}

/// The user's cart has changed.
public struct CartChanged: JournalPush, WritableResponse, Hashable {
  /// The wire type of the message.
  public static let wireType: WireType = 17
  /// The notification ID of the message.
  public static let notificationID: NotificationID = "storefront.cart-changed"

  /// The number of the change in the journal.
  public let sequence: Int
  /// The whole cart, which may contain later changes as well.
  public let cart: StorefrontCart

  /// Creates a push.
  public init(sequence: Int, cart: StorefrontCart) {
    self.sequence = sequence
    self.cart = cart
  }

  /// Reads the fields.
  public init(from reader: inout ByteReader) throws {
    sequence = try reader.int("sequence", .unsigned64)
    let json = try reader.bytes("cart", prefix: .short)
    cart = try JSONDecoder().decode(StorefrontCart.self, from: Data(json))
  }

  /// Writes the fields; the cart has the same form as in a reply.
  public func write(to writer: inout ByteWriter) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    try writer.int(sequence, .unsigned64, field: "sequence")
    try writer.bytes(try encoder.encode(cart), prefix: .short, field: "cart")
  }
}
