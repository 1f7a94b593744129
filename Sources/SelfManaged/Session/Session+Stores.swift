// The session's interface for its stores and entities.
extension Session {
  /// All items in memory.
  var items: [any AnyItem] { stores.flatMap(\.items) }

  /// Sends the requests and reads that the gate has stopped, those with the oldest taps first.
  func proceed() {
    for (_, item) in items.oldestFirst(\.blockedSince) { item.proceed() }
  }

  /// Propagates a failure beyond its item: to the lane, or to the whole session.
  func propagate<Intent>(_ error: ServiceError, from store: Store<Intent>, except id: String) {
    let others: [any AnyStore]
    switch error.scope {
    case .intent: return
    case .lane: others = store.isShared ? [store] : []
    case .session: others = stores
    }
    for other in others {
      for item in other.items where other !== store || item.id != id { item.neighborFailed(error) }
    }
    if error.code == .signedOut {
      context.failureStreams.noteSignInRequest(at: context.tick())
      show(.signIn)
    }
  }
}

// What the tests and the adversarial world inspect.
extension Session {
  /// The number of items of one kind in memory.
  package func itemCount<Intent: OptimisticIntent>(of intent: Intent.Type) -> Int {
    kind(of: intent).any.count
  }

  /// The policy with which a kind was registered.
  package func policy<Intent: OptimisticIntent>(of intent: Intent.Type) -> OptimisticPolicy? {
    kind(of: intent).any.policy
  }

  /// The IDs of the items whose read has begun and not ended, the cart's own among them.
  package var itemsBeingRead: [String] { items.filter(\.isReading).map(\.id) }

  /// The object that holds an item's state; `nil` if the item is not in memory.
  package func object<Intent: OptimisticIntent>(of id: String, _: Intent.Type) -> AnyObject? {
    kind(of: Intent.self).any.items.first { $0.id == id }
  }
}
