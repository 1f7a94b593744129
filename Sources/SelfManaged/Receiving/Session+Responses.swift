extension Session {
  /// Reports each push of one kind as the server's value of its item.
  ///
  /// The rules of ``receive(_:of:for:asOf:)`` apply. All components that are bound to the item show
  /// an adopted push before the next response is delivered. A session that has ended ignores pushes.
  ///
  /// - Parameters:
  ///   - push: The kind.
  ///   - center: The center that posts the pushes.
  ///   - connection: The connection of the pushes; by default all.
  /// - Returns: A token that ends the reports before the session ends.
  @discardableResult
  public func follow<Push: ItemPush>(
    _ push: Push.Type, in center: ResponseCenter, from connection: ConnectionID? = nil
  ) -> ResponseObservation {
    center.observe(push, from: connection, for: self) { session, push in
      session.receive(push.answer, of: Push.Intent.self, for: push.itemID)
    }
  }

  /// Ends the session when a response reports that the user is signed out.
  ///
  /// - Parameters:
  ///   - response: The kind of response that reports the sign-out.
  ///   - center: The center that posts the response.
  ///   - connection: The connection of the response; by default all.
  /// - Returns: A token that cancels the observation.
  @discardableResult
  public func end<Kind: Response>(
    on response: Kind.Type, in center: ResponseCenter, from connection: ConnectionID? = nil
  ) -> ResponseObservation {
    center.observe(response, from: connection, for: self) { session, _ in session.end() }
  }
}

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
