/// A response that tells what is true of one item, for example that someone else liked it.
///
/// ```swift
/// struct LikeChanged: ItemPush {
///   typealias Intent = LikeIntent
///   static let wireType: WireType = 20
///   static let notificationID: NotificationID = "shop.like-changed"
///   var itemID: String
///   var answer: LikeAnswer
///
///   init(from reader: inout ByteReader) throws {
///     itemID = try reader.string("itemID")
///     answer = LikeAnswer(
///       isLiked: try reader.bool("isLiked"), count: try reader.int("count", .unsigned),
///       version: try reader.int("version", .unsigned64))
///   }
/// }
///
/// session.follow(LikeChanged.self, in: center)   // and every like button of the item shows it
/// ```
public protocol ItemPush<Intent>: Response {
  /// Which kind of value the item is: ``LikeIntent``, ``QuantityIntent``, or your own.
  associatedtype Intent: OptimisticIntent

  /// Which item.
  var itemID: String { get }

  /// What the server says of it, with its version where the back end has one.
  var answer: Intent.Answer { get }
}
