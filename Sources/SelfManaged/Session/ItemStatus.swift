/// The observable status of an item's requests.
@MainActor
final class ItemStatus {
  private let snapshot: ReentrantValue<Snapshot>

  var current: Snapshot { snapshot.value }

  init<Intent>(_ state: OptimisticState<Intent>, isStopped: Bool) {
    snapshot = ReentrantValue(Snapshot(state, isStopped: isStopped))
  }

  /// Publishes the status if it has changed.
  func update<Intent>(from state: @autoclosure () -> OptimisticState<Intent>, isStopped: Bool) {
    guard Snapshot(state(), isStopped: isStopped) != snapshot.unobserved else { return }
    snapshot.change { Snapshot(state(), isStopped: isStopped) }
  }

  struct Snapshot: Hashable {
    let isPending: Bool
    let isUncertain: Bool
    let isWaiting: Bool
    let isInDoubt: Bool
    let failure: ServiceError?

    @MainActor
    init<Intent>(_ state: OptimisticState<Intent>, isStopped: Bool) {
      isPending = !state.$inFlight.isAbsent || !state.$queued.isAbsent
      isUncertain = state.isUncertain
      isWaiting = state.isWaiting || isStopped && state.isBlocked
      isInDoubt = state.isInDoubt
      failure = state.failure?.error
    }
  }
}

/// What an item does, for those that follow many items.
struct ItemActivity: OptionSet {
  let rawValue: UInt8

  /// A tap or a read is pending.
  static let busy = Self(rawValue: 1)
  /// A change is in flight or queued.
  static let pending = Self(rawValue: 2)
  /// The outcome of a request is unknown.
  static let uncertain = Self(rawValue: 4)
  /// A change waits for the network or for a busy server.
  static let waiting = Self(rawValue: 8)
}
