/// The observable status of an item's requests.
@MainActor
final class ItemStatus {
  private let snapshot: ReentrantValue<Snapshot>

  var current: Snapshot { snapshot.value }

  init<Intent>(_ state: OptimisticState<Intent>) { snapshot = ReentrantValue(Snapshot(state)) }

  /// Publishes the status if it has changed.
  func update<Intent>(from state: @autoclosure () -> OptimisticState<Intent>) {
    guard Snapshot(state()) != snapshot.unobserved else { return }
    snapshot.change { Snapshot(state()) }
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
