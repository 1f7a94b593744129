/// A service that sets and reads whether the user likes an item.
///
/// ## Implementing this protocol
///
/// A `@MainActor` class, an actor or a struct can conform. All methods are called from the main
/// actor. The session waits for one change of an item at a time, so the service does not have to
/// order changes. After ``OptimisticPolicy/timeout`` it stops waiting, so a further attempt can run
/// while a call has not returned. A read can run at the same time as a change.
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
  /// Called to read back an unknown outcome, and when the known value may be wrong: for example
  /// after ``Session/refresh()``. If it throws, or returns an older version than the known one, the
  /// read is repeated after ``OptimisticPolicy/retryDelays``; after
  /// ``ServiceError/busy(after:_:)``, not before the delay that the server asked for. With `nil`,
  /// list data that differs from the last row is adopted once nothing is pending.
  ///
  /// Each call must send a request: a read that joins a request in flight can return a value from
  /// before a change that has succeeded meanwhile.
  func likeStatus(itemID: String) async throws -> LikeAnswer?
}

extension LikeService {
  /// Returns `nil`: this back end can't read a single like.
  public func likeStatus(itemID: String) async throws -> LikeAnswer? { nil }
}

/// A like service that reads several items with one request.
///
/// All reads that are wanted in one turn, such as those of the rows of a list, are one call of
/// ``likeStatuses(of:)``.
public protocol BatchedLikeService: LikeService {
  /// Reads the server's values of all items that are wanted in one turn.
  ///
  /// Leave out an item that the back end can't read, for example a deleted one; throw only if no
  /// item could be read. Each call must send a request, as for ``LikeService/likeStatus(itemID:)``.
  func likeStatuses(of itemIDs: Set<String>) async throws -> [String: LikeAnswer]
}

extension BatchedLikeService {
  /// Reads one item; the session calls ``likeStatuses(of:)`` itself.
  public func likeStatus(itemID: String) async throws -> LikeAnswer? {
    try await likeStatuses(of: [itemID])[itemID]
  }
}

/// The server's report on the likes of one item.
public struct LikeAnswer: ServerAnswer {
  /// Whether the user likes the item; `nil` if the server did not report it.
  public var isLiked: Bool?
  /// The number of users who like the item, this user included; `nil` if the server did not report
  /// it.
  public var count: Int?
  /// The version of the value; `nil` if the back end has none.
  public var version: Int?

  /// Creates an answer; without arguments, it only confirms the request.
  public init(isLiked: Bool? = nil, count: Int? = nil, version: Int? = nil) {
    self.isLiked = isLiked
    self.count = count
    self.version = version
  }

  /// Whether the answer reports both ``isLiked`` and ``count``.
  public var isComplete: Bool { isLiked != nil && count != nil }
}
