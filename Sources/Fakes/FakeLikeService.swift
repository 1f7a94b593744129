public import SelfManaged

/// A like service in memory, that records what it is asked and answers when the test lets it.
///
/// ```swift
/// let likes = FakeLikeService()
/// likes.hold()
/// like.tap()
/// likes.failNext(.offline)
/// likes.release()
/// await session.settled()
/// ```
///
/// An item it does not know takes the first like it is told of, and no count is answered for it.
@MainActor
public final class FakeLikeService: LikeService, WiredFake {
  /// What was asked.
  public enum Call: Hashable, Sendable {
    /// A like, or its withdrawal.
    case set(Bool, itemID: String, RequestInfo)
    /// A read.
    case read(itemID: String)
  }

  /// All calls, in the order in which they came.
  public private(set) var calls: [Call] = []
  /// What the server has; a test may change it at any time, as another device would.
  public var items: [String: LikeAnswer]
  /// Between the components and this server.
  public let wire = FakeWire()

  private var answers: [LikeAnswer] = []

  /// Creates a service with items.
  public init(items: [String: LikeAnswer] = [:]) { self.items = items }

  /// Answers the next change that is carried out with this, whatever the server has.
  public func answerNext(_ answer: LikeAnswer) { answers.append(answer) }

  /// The likes asked for so far, without the reads: `true` for a like.
  public var sent: [Bool] {
    calls.compactMap { if case .set(let isLiked, _, _) = $0 { isLiked } else { nil } }
  }

  /// Sets the like, moves the count and the version with it, and answers with all three.
  public func setLiked(
    _ isLiked: Bool, itemID: String, _ info: RequestInfo
  ) async throws -> LikeAnswer {
    calls.append(.set(isLiked, itemID: itemID, info))
    return try await wire.carry { [self] in
      var item = items[itemID] ?? LikeAnswer(isLiked: !isLiked)
      if item.isLiked != isLiked {
        item.isLiked = isLiked
        item.count = item.count.map { isLiked ? min($0, .max - 1) + 1 : max(1, $0) - 1 }
        item.version = item.version.map { min($0, .max - 1) + 1 }
      }
      items[itemID] = item
      return answers.isEmpty ? item : answers.removeFirst()
    }
  }

  /// Answers what the server has; `nil` for an item it does not know.
  public func likeStatus(itemID: String) async throws -> LikeAnswer? {
    calls.append(.read(itemID: itemID))
    return try await wire.carry { [self] in items[itemID] }
  }
}
