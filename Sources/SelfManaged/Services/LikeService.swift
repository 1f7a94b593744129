/// A service that sets and reads whether the user likes an item.
///
/// ## Implementing this protocol
///
/// A `@MainActor` class, an actor or a struct can conform. All methods are called from the main
/// actor. At most one change of an item is in flight at a time, so the service does not have to
/// order changes. A change that exceeds ``OptimisticPolicy/timeout`` is no longer in flight, even
/// if its call has not returned.
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
  /// Sets whether the user likes an item; called once for each attempt.
  ///
  /// A repeated call must have the same result. Leave out the parts of the answer that the server
  /// did not report: without a count, the displayed count is kept.
  func setLiked(_ isLiked: Bool, itemID: String, _ info: RequestInfo) async throws -> LikeAnswer

  /// Reads the server's value of an item; `nil`, the default, means that the back end can't read
  /// it.
  ///
  /// Called to read back an unknown outcome, and when the known value may be stale: for example
  /// after ``Session/refresh()``. If it throws, the read is repeated after
  /// ``OptimisticPolicy/retryDelays``.
  func likeStatus(itemID: String) async throws -> LikeAnswer?
}

extension LikeService {
  /// Returns `nil`: this back end can't read a single like.
  public func likeStatus(itemID: String) async throws -> LikeAnswer? { nil }
}
