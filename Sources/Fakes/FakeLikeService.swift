public import SelfManaged

/// A like service in memory that records its calls and answers when the test releases them.
///
/// ```swift
/// let likes = FakeLikeService()
/// likes.hold()
/// like.tap()
/// likes.failNext(.offline)
/// likes.release()
/// await session.settled()
/// #expect(likes["p1"]?.isLiked == false)
/// ```
///
/// The first like of an unknown item is stored, and answered without a count.
@MainActor
public final class FakeLikeService: LikeService, WiredFake {
  /// A call to the service.
  public enum Call: Hashable, Sendable {
    /// A like, or its removal.
    case set(Bool, itemID: String, RequestInfo)
    /// A read.
    case read(itemID: String)
    /// A read of several items by ``FakeLikeService/batched``.
    case readAll(itemIDs: Set<String>)
  }

  /// All calls, in the order of arrival.
  public private(set) var calls: [Call] = []
  /// The server's values.
  package var items: [String: LikeAnswer]
  /// The simulated network between the components and this server.
  public let wire = FakeWire()

  private var answers: [LikeAnswer] = []

  /// Creates a service with items.
  public init(items: [String: LikeAnswer] = [:]) { self.items = items }

  /// The server's value of an item; `nil` for an unknown item.
  ///
  /// A test can set it, as another device would.
  public subscript(itemID: String) -> LikeAnswer? {
    get { items[itemID] }
    set { items[itemID] = newValue }
  }

  /// This service, as one that reads several items with one request.
  ///
  /// ```swift
  /// let session = Session.fake(likes: likes.batched)
  /// ```
  public var batched: any BatchedLikeService { Batched(likes: self) }

  /// Answers the next change that is carried out with `answer` instead of the server's value.
  public func answerNext(_ answer: LikeAnswer) { answers.append(answer) }

  /// The requested changes so far, without the reads: `true` for a like.
  public var sent: [Bool] {
    calls.compactMap { if case .set(let isLiked, _, _) = $0 { isLiked } else { nil } }
  }

  /// Sets the like, updates the count and the version, and returns all three.
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

  /// Returns the server's value; `nil` for an unknown item.
  public func likeStatus(itemID: String) async throws -> LikeAnswer? {
    calls.append(.read(itemID: itemID))
    return try await wire.carry { [self] in items[itemID] }
  }
}

extension FakeLikeService {
  private struct Batched: BatchedLikeService {
    let likes: FakeLikeService

    func setLiked(
      _ isLiked: Bool, itemID: String, _ info: RequestInfo
    ) async throws -> LikeAnswer {
      try await likes.setLiked(isLiked, itemID: itemID, info)
    }

    func likeStatuses(of itemIDs: Set<String>) async throws -> [String: LikeAnswer] {
      try await likes.statuses(of: itemIDs)
    }
  }

  private func statuses(of itemIDs: Set<String>) async throws -> [String: LikeAnswer] {
    calls.append(.readAll(itemIDs: itemIDs))
    return try await wire.carry { [self] in items.filter { itemIDs.contains($0.key) } }
  }
}
