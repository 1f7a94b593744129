/// Sets and reads whether the user likes an item.
///
/// ## Implementing this protocol
///
/// A `@MainActor` class, an actor or a struct can conform. At most one request for an item is in
/// flight at a time, so the service does not have to order requests.
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
/// Throw a ``ServiceError`` that describes the outcome of the request. Any other error counts as
/// ``ServiceError/unknownOutcome``.
public protocol LikeService: Sendable {
  /// Sets whether the user likes an item; the call is idempotent.
  ///
  /// Called once for each attempt, from the main actor. Leave out the parts of the answer that the
  /// server did not report: without a count the displayed count is kept.
  func setLiked(_ isLiked: Bool, itemID: String, _ info: RequestInfo) async throws -> LikeAnswer

  /// Reads the server's value of an item; returns `nil` if the back end can't read it.
  ///
  /// Called when the outcome of a request stays unknown. By default `nil`.
  func likeStatus(itemID: String) async throws -> LikeAnswer?
}

extension LikeService {
  /// Returns `nil`: this back end can't read a single like.
  public func likeStatus(itemID: String) async throws -> LikeAnswer? { nil }
}
