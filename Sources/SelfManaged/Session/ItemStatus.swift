import Observation

/// The observable status of an item's requests.
@MainActor @Observable
final class ItemStatus {
  private(set) var present: Present

  init<Intent>(_ state: OptimisticState<Intent>) { present = Present(state) }

  func update<Intent>(from state: OptimisticState<Intent>) {
    let next = Present(state)
    if next != present { present = next }
  }

  struct Present: Hashable {
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
