public import Observation
public import SelfManaged

/// A like button by hand, written with care.
///
/// At most one request is in flight; taps meanwhile coalesce into the next one. Each request has a
/// key, a failure rolls back to the confirmed state and is kept for the view. It still shares nothing
/// with another button on the same item, never retries, and knows neither versions nor pushes.
@MainActor @Observable
public final class CarefulLike {
  /// Everything that a view draws.
  public private(set) var state = HandLike.State(isLiked: false, count: 10)
  /// The last failure, until the next tap.
  public private(set) var failure: ServiceError?
  @ObservationIgnored private var confirmed = HandLike.State(isLiked: false, count: 10)
  /// Whether a request is in flight.
  @ObservationIgnored public private(set) var isSending = false
  @ObservationIgnored private let itemID: String
  @ObservationIgnored private let service: any LikeService
  @ObservationIgnored private var keys: Keys

  /// Creates a button that is not liked, with a count of 10.
  public init(itemID: String, service: any LikeService, keyPrefix: String) {
    self.itemID = itemID
    self.service = service
    keys = Keys(prefix: keyPrefix)
  }

  /// Handles a tap.
  public func tap() {
    var next = state
    next.isLiked.toggle()
    next.count = max(0, next.count + (next.isLiked ? 1 : -1))
    next.isAnimated = true
    state = next
    if failure != nil { failure = nil }
    guard !isSending else { return }
    isSending = true
    Task.immediate { await sendUntilConfirmed() }
  }

  private func sendUntilConfirmed() async {
    repeat {
      let isLiked = state.isLiked
      do {
        let answer = try await service.setLiked(
          isLiked, itemID: itemID, RequestInfo(key: keys.next()))
        let isConfirmed = answer.isLiked ?? isLiked
        let change = isConfirmed == confirmed.isLiked ? 0 : isConfirmed ? 1 : -1
        confirmed = .init(isLiked: isConfirmed, count: answer.count ?? confirmed.count + change)
      } catch {
        // Taps made during the request want something else, which is sent next.
        if state.isLiked == isLiked {
          failure = ServiceError(error)
          state = confirmed
        }
      }
    } while state.isLiked != confirmed.isLiked
    isSending = false
    if state.count != confirmed.count { state = confirmed }
  }
}

/// Idempotency keys: a prefix and a number.
struct Keys {
  private let prefix: String
  private var count = 0

  init(prefix: String) { self.prefix = prefix }

  mutating func next() -> IdempotencyKey {
    count += 1
    return IdempotencyKey(rawValue: "\(prefix)-\(count)")
  }
}
