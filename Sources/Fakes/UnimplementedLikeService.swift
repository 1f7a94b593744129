public import SelfManaged

/// A like service that must not be used: it proves that a flow sends no like.
///
/// ```swift
/// UnimplementedLikeService { Issue.record("\($0)") }
/// ```
@MainActor
public final class UnimplementedLikeService: LikeService {
  private let report: @MainActor (String) -> Void

  /// Creates a service that reports each use of it.
  public init(report: @escaping @MainActor (String) -> Void) { self.report = report }

  /// Reports the use, and refuses.
  public func setLiked(
    _ isLiked: Bool, itemID: String, _ info: RequestInfo
  ) async throws -> LikeAnswer {
    throw refuse("setLiked(\(isLiked), itemID: \"\(itemID)\")")
  }

  /// Reports the use, and refuses.
  public func likeStatus(itemID: String) async throws -> LikeAnswer? {
    throw refuse("likeStatus(itemID: \"\(itemID)\")")
  }

  private func refuse(_ call: String) -> ServiceError {
    let message = "LikeService.\(call) was called, but this flow must not use likes."
    report(message)
    return ServiceError(.missingService, message)  // A refusal would be read.
  }
}
