/// How the intents of one kind, on one item, reach a server.
///
/// ```swift
/// Transport<FollowIntent>(
///   send: { intent, info in try await follows.set(intent.isFollowing, userID, info) })
/// ```
public struct Transport<Intent: OptimisticIntent> {
  /// Sends an intent.
  ///
  /// Called on the main actor, once for each attempt, never before the former request of the same
  /// item has been answered.
  public var send: @MainActor (Intent, RequestInfo) async throws -> Intent.Answer
  /// Reads the server's value; `nil` if the back end can't.
  ///
  /// Called on the main actor.
  public var read: @MainActor () async throws -> Intent.Answer?

  /// Creates a transport; without `read` an unknown outcome ends in a roll-back.
  public init(
    send: @escaping @MainActor (Intent, RequestInfo) async throws -> Intent.Answer,
    read: @escaping @MainActor () async throws -> Intent.Answer? = { nil }
  ) {
    self.send = send
    self.read = read
  }
}
