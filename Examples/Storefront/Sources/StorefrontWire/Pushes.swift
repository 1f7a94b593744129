public import SelfManaged

/// A push in the shop's journal, where each change has a number of its own.
public protocol JournalPush: ItemPush {
  /// The number; a device asks for those after the last one it has heard.
  var sequence: Int { get }
}

/// A user has liked or unliked a post.
public struct LikeChanged: JournalPush, WritableResponse, Hashable {
  /// A like button shows it.
  public typealias Intent = LikeIntent
  /// The number on the wire.
  public static let wireType: WireType = 16
  /// The name it is posted under.
  public static let notificationID: NotificationID = "storefront.like-changed"

  /// Its number in the journal.
  public let sequence: Int
  /// Which post.
  public let itemID: String
  /// Whether the receiving user likes it after that.
  public let isLiked: Bool
  /// How many do.
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

/// The quantity of a product in the person's cart has changed.
public struct CartChanged: JournalPush, WritableResponse, Hashable {
  /// A cart editor shows it.
  public typealias Intent = QuantityIntent
  /// The number on the wire.
  public static let wireType: WireType = 17
  /// The name it is posted under.
  public static let notificationID: NotificationID = "storefront.cart-changed"

  /// Its number in the journal.
  public let sequence: Int
  /// Which product.
  public let itemID: String
  /// How many are in the cart after that.
  public let quantity: Int
  /// The line's version.
  public let version: Int

  /// The answer for the session.
  public var answer: CartAnswer { CartAnswer(quantity: quantity, version: version) }

  /// Creates a push.
  public init(sequence: Int, itemID: String, quantity: Int, version: Int) {
    self.sequence = sequence
    self.itemID = itemID
    self.quantity = quantity
    self.version = version
  }

  /// Reads the fields.
  public init(from reader: inout ByteReader) throws {
    sequence = try reader.int("sequence", .unsigned64)
    itemID = try reader.string("itemID")
    quantity = try reader.int("quantity", .unsigned)
    version = try reader.int("version", .unsigned64)
  }

  /// Writes the fields.
  public func write(to writer: inout ByteWriter) throws {
    try writer.int(sequence, .unsigned64, field: "sequence")
    try writer.string(itemID, field: "itemID")
    try writer.int(quantity, .unsigned, field: "quantity")
    try writer.int(version, .unsigned64, field: "version")
  }
}
