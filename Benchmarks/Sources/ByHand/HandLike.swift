public import Observation
public import SelfManaged

/// The shortest like button by hand.
///
/// It shows the tap, sends it, adopts the answer, and rolls back to the previous state if the
/// request fails. It does not coalesce, shares nothing with another button on the same item, and is
/// wrong when two requests overtake each other.
@MainActor @Observable
public final class HandLike {
  /// The state of a hand-written like button.
  public struct State: Hashable, Sendable {
    /// Whether the user likes the item.
    public var isLiked: Bool
    /// How many users like it.
    public var count: Int
    /// Whether a view animates the change to this state.
    public var isAnimated = false

    /// Creates a state that is not animated.
    public init(isLiked: Bool, count: Int) {
      self.isLiked = isLiked
      self.count = count
    }
  }

  /// When a request leaves.
  public enum Departure {
    /// Before the tap returns.
    case immediate
    /// In the next turn of the main actor, as with `Task {}`.
    case nextTurn
  }

  /// Everything that a view draws.
  public private(set) var state = State(isLiked: false, count: 10)
  /// How many requests are in flight.
  @ObservationIgnored public private(set) var pending = 0
  @ObservationIgnored private let itemID: String
  @ObservationIgnored private let service: any LikeService
  @ObservationIgnored private let departure: Departure
  @ObservationIgnored private var waiter: CheckedContinuation<Void, Never>?

  /// Creates a button that is not liked, with a count of 10.
  public init(itemID: String, service: any LikeService, departure: Departure) {
    self.itemID = itemID
    self.service = service
    self.departure = departure
  }

  /// Handles a tap.
  public func tap() {
    let before = state
    var next = before
    next.isLiked.toggle()
    next.count = max(0, before.count + (next.isLiked ? 1 : -1))
    next.isAnimated = true
    state = next
    pending += 1
    let isLiked = next.isLiked
    switch departure {
    case .immediate: Task.immediate { await send(isLiked, before) }
    case .nextTurn: Task { await send(isLiked, before) }
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

  /// Returns when no request is in flight.
  public func settled() async {
    if pending > 0 { await withCheckedContinuation { waiter = $0 } }
  }

  /// The shortest code sends no keys.
  private static let info = RequestInfo(key: IdempotencyKey(rawValue: ""))
}
