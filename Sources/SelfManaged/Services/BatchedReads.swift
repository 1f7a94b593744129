/// The reads of one kind of item: all that are wanted in one turn are one request.
///
/// The request leaves after the turn, so its answer is as new as each of these reads requires. A
/// later read never joins it.
@MainActor
final class BatchedReads<Answer: Sendable> {
  /// The error of a request that may not leave now.
  private let obstacle: @MainActor () -> ServiceError?
  private let send: @MainActor (Set<String>) async throws -> [String: Answer]
  /// The items whose reads wait for the next request.
  private var ids: Set<String> = []
  private var next: Task<[String: Answer], any Error>?

  init(
    obstacle: @escaping @MainActor () -> ServiceError?,
    send: @escaping @MainActor (Set<String>) async throws -> [String: Answer]
  ) {
    (self.obstacle, self.send) = (obstacle, send)
  }

  /// Reads an item with the next request; `nil` if the answer leaves it out.
  func answer(for id: String) async throws -> Answer? {
    ids.insert(id)
    return try await answers()[id]
  }

  /// Returns the answers of the next request.
  func answers() async throws -> [String: Answer] {
    if let next { return try await next.value }
    let new = Task { @MainActor in
      let ids = exchange(&ids, with: [])
      next = nil
      if let error = obstacle() { throw error }
      return try await send(ids)
    }
    next = new
    return try await new.value
  }
}

extension Session {
  /// The error of a request of a kind that may not leave now.
  func obstacle<Intent: OptimisticIntent>(of intent: Intent.Type) -> ServiceError? {
    if hasEnded { return .sessionEnded }
    return switch kind(of: intent) {
    case .specialized(let kind): kind.obstacle
    case .erased(let kind): kind.obstacle
    }
  }
}
