import Observation
import SelfManaged

/// A like button by hand, as short as one dares.
///
/// It shows the tap at once, sends it, adopts the answer, and shows what was before if it fails. It
/// does not coalesce, shares nothing with another button on the same item, and is wrong when two
/// requests overtake each other.
@MainActor @Observable
final class HandLike {
  struct State: Hashable {
    var isLiked: Bool
    var count: Int
    var isAnimated = false
  }

  /// When the request leaves: in the tap's own turn, or in the next.
  enum Leaves { case atOnce, nextTurn }

  private(set) var state = State(isLiked: false, count: 10)
  @ObservationIgnored private let itemID: String
  @ObservationIgnored private let service: any LikeService
  @ObservationIgnored private let leaves: Leaves
  @ObservationIgnored private(set) var pending = 0
  @ObservationIgnored private var waiter: CheckedContinuation<Void, Never>?

  init(itemID: String, service: any LikeService, leaves: Leaves) {
    self.itemID = itemID
    self.service = service
    self.leaves = leaves
  }

  func tap() {
    let before = state
    let isLiked = !before.isLiked
    state = State(
      isLiked: isLiked, count: max(0, before.count + (isLiked ? 1 : -1)), isAnimated: true)
    pending += 1
    switch leaves {
    case .atOnce: start { await self.send(isLiked, before) }
    case .nextTurn: Task { await self.send(isLiked, before) }
    }
  }

  private func send(_ isLiked: Bool, _ before: State) async {
    do {
      let answer = try await service.setLiked(isLiked, itemID: itemID, Self.info)
      var next = state
      if let isLiked = answer.isLiked { next.isLiked = isLiked }
      if let count = answer.count { next.count = count }
      if next != state { state = next }
    } catch {
      state = State(isLiked: before.isLiked, count: before.count)
    }
    pending -= 1
    if pending == 0, let waiter {
      self.waiter = nil
      waiter.resume()
    }
  }

  /// Returns when nothing is under way.
  func settled() async {
    if pending > 0 { await withCheckedContinuation { waiter = $0 } }
  }

  /// Code by hand has no keys.
  private static let info = RequestInfo(key: IdempotencyKey(rawValue: ""))
}

/// Runs something up to its first suspension, where the system can.
@MainActor
func start(_ body: @escaping @MainActor () async -> Void) {
  if #available(macOS 26, *) {
    Task.immediate { await body() }
  } else {
    Task { await body() }
  }
}
