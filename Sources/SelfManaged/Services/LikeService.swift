/// Tells the server whether the user likes an item.
///
/// ## Implementing this protocol
///
/// A `@MainActor` class, an actor or a struct can conform. At most one request for an item is under
/// way at a time, so no ordering has to be kept.
///
/// ```swift
/// struct API: LikeService {
///   func setLiked(_ isLiked: Bool, itemID: String, _ info: RequestInfo) async throws -> LikeAnswer {
///     let post = try await send(isLiked ? "PUT" : "DELETE", "/posts/\(itemID)/like", info)
///     return LikeAnswer(isLiked: post.isLiked, count: post.likes)
///   }
/// }
/// ```
///
/// Throw a ``ServiceError`` that says what is known of the request. Any other error says nothing
/// about it and is taken as ``ServiceError/unknownOutcome``.
public protocol LikeService: Sendable {
  /// Sets whether the user likes an item; doing so twice is the same as once.
  ///
  /// Called once for each attempt, from the main actor. Leave out of the answer what the server did
  /// not say: a count that is left out keeps the one shown.
  func setLiked(_ isLiked: Bool, itemID: String, _ info: RequestInfo) async throws -> LikeAnswer

  /// Reads what the server knows of an item; `nil` if the back end can't.
  ///
  /// Called when the outcome of a request stays unknown. By default `nil`.
  func likeStatus(itemID: String) async throws -> LikeAnswer?
}

extension LikeService {
  /// Says that this back end can't read a single like.
  public func likeStatus(itemID: String) async throws -> LikeAnswer? { nil }
}
