import Observation

/// The observable status of an item's requests.
@MainActor @Observable
final class ItemStatus {
  var current: Snapshot {
    access(keyPath: \.current)
    return snapshot
  }

  @ObservationIgnored private var snapshot: Snapshot

  init<Intent>(_ state: OptimisticState<Intent>) { snapshot = Snapshot(state) }

  /// Publishes the status if it has changed.
  ///
  /// An observer that is notified of the change may cause the next one, so the state is read after
  /// that.
  func update<Intent>(from state: @autoclosure () -> OptimisticState<Intent>) {
    guard Snapshot(state()) != snapshot else { return }
    withMutation(keyPath: \.current) { snapshot = Snapshot(state()) }
  }

  struct Snapshot: Hashable {
    let isPending: Bool
    let isUncertain: Bool
    let isWaiting: Bool
    let isInDoubt: Bool
    let failure: ServiceError?

    @MainActor
    init<Intent>(_ state: OptimisticState<Intent>) {
      isPending = state.inFlight != nil || state.queued != nil
      isUncertain = state.isUncertain
      isWaiting = state.isWaiting
      isInDoubt = state.isInDoubt
      failure = state.failure?.error
    }
  }
}
