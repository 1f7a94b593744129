/// A response that reports the server's value of one item, for example after a like by another
/// user.
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
/// session.follow(LikeChanged.self, in: center)   // every like button of the item shows it
/// ```
public protocol ItemPush<Intent>: Response {
  /// The kind of item: ``LikeIntent``, ``QuantityIntent``, or your own.
  associatedtype Intent: OptimisticIntent

  /// The item's ID; read on the main actor, once for each session that follows the push.
  var itemID: String { get }

  /// The server's report on the item, with its version if the back end has one; read on the main
  /// actor, once for each session that follows the push.
  var answer: Intent.Answer { get }
}
