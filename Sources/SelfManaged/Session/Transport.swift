import Components

/// The functions that send the intents of one item to a server and read its value.
///
/// ```swift
/// Transport<FollowIntent>(
///   send: { intent, info in try await follows.set(intent.isFollowing, userID, info) })
/// ```
public struct Transport<Intent: OptimisticIntent> {
  /// Sends an intent.
  ///
  /// Called on the main actor, once for each attempt, after the previous call for the same item has
  /// returned or has exceeded ``OptimisticPolicy/timeout``. Throw a ``ServiceError`` that describes
  /// the outcome; any other error counts as ``ServiceError/unknownOutcome``.
  public var send: @MainActor (Intent, RequestInfo) async throws -> Intent.Answer
  /// Reads the server's value; returns `nil` if the back end can't read it.
  ///
  /// Called on the main actor, when the outcome of a request is unknown, and when the known value
  /// may be wrong. If it throws, or returns an older version than the known one, the read is
  /// repeated after ``OptimisticPolicy/retryDelays``; after ``ServiceError/busy(after:_:)``, not
  /// before the delay that the server asked for.
  public var read: @MainActor () async throws -> Intent.Answer?

  /// Creates a transport; without `read`, an outcome that is still unknown after the retries is
  /// rolled back.
  public init(
    send: @escaping @MainActor (Intent, RequestInfo) async throws -> Intent.Answer,
    read: @escaping @MainActor () async throws -> Intent.Answer? = { nil }
  ) {
    self.send = send
    self.read = read
  }
}

extension Transport {
  /// Returns a transport that fails each request of an item.
  static func failing(_ error: ServiceError, for id: String) -> Self {
    let report: @MainActor () -> Void = {
      debugMessage("Request for \(id): \(error.debugMessage)")
    }
    return Self(
      send: { _, _ in
        report()
        throw error
      },
      read: {
        report()
        return nil  // A thrown error would repeat the read, which can't succeed.
      })
  }
}
