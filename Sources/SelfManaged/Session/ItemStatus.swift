import Components

/// The status of an item's requests.
struct ItemStatus: Hashable {
  let requests: RequestStatus
  let failure: ServiceError?

  @MainActor
  init<Intent>(_ state: OptimisticState<Intent>, isStopped: Bool) {
    failure = state.failure?.error
    requests = RequestStatus(
      isPending: !state.$inFlight.isAbsent || !state.$queued.isAbsent,
      isUncertain: state.isUncertain, isWaiting: state.isWaiting || isStopped && state.isBlocked,
      isInDoubt: state.isInDoubt, failure: failure?.message)
  }
}

/// What an item does, for those that follow many items.
struct ItemActivity: OptionSet {
  let rawValue: UInt8

  /// A change is in flight or queued.
  static let pending = Self(rawValue: 1)
  /// The outcome of a request is unknown.
  static let uncertain = Self(rawValue: 2)
  /// A change waits for the network or for a busy server.
  static let waiting = Self(rawValue: 4)
  /// A removal can be undone before it is sent.
  static let undoable = Self(rawValue: 8)
}
