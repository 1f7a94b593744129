import SelfManaged

/// A server in memory: it answers at once, refuses, or answers on demand.
@MainActor
final class InstantLikes: LikeService {
  enum Answer { case atOnce, refusal, held }

  var answer = Answer.atOnce
  private(set) var requests = 0
  private var held: [UnsafeContinuation<Void, Never>] = []

  func setLiked(_ isLiked: Bool, itemID: String, _ info: RequestInfo) async throws -> LikeAnswer {
    requests &+= 1
    switch answer {
    case .atOnce: break
    case .refusal: throw ServiceError.rejected
    case .held: await withUnsafeContinuation { held.append($0) }
    }
    return LikeAnswer(isLiked: isLiked, count: isLiked ? 11 : 10)
  }

  /// Answers everything that is held.
  func release() {
    let all = held
    held.removeAll(keepingCapacity: true)
    for request in all { request.resume() }
  }
}
