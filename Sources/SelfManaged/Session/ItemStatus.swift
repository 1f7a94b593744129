import Observation

/// The observable status of an item's requests.
@MainActor @Observable
final class ItemStatus {
  private(set) var current: Snapshot

  init<Intent>(_ state: OptimisticState<Intent>) { current = Snapshot(state) }

  func update<Intent>(from state: OptimisticState<Intent>) {
    let next = Snapshot(state)
    if next != current { current = next }
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
