// The session's interface for its stores and entities.
extension Session {
  /// Makes all requests wait for a busy server.
  func pause(for delay: Duration) {
    context.pause.extend(by: delay, context) { [weak self] in self?.proceed() }
  }

  /// Sends the requests and reads that the gate has stopped, those with the oldest taps first.
  func proceed() {
    for item in stores.flatMap(\.blocked).sorted(by: { $0.since < $1.since }) { item.depart() }
  }

  /// Propagates a failure beyond its item: to the lane, or to the whole session.
  func propagate<Intent>(_ error: ServiceError, from store: Store<Intent>, except id: String) {
    switch error.scope {
    case .intent: return
    case .lane: if store.isShared { store.propagate(error, except: id) }
    case .session:
      for other in stores { other.propagate(error, except: other === store ? id : nil) }
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
    kind(of: intent).any.anyStore?.count ?? 0
  }

  /// The policy with which a kind was registered.
  package func policy<Intent: OptimisticIntent>(of intent: Intent.Type) -> OptimisticPolicy? {
    kind(of: intent).any.policy
  }

  /// The object that holds an item's state; `nil` if the item is not in memory.
  package func object<Intent: OptimisticIntent>(of id: String, _: Intent.Type) -> AnyObject? {
    kind(of: Intent.self).any.anyStore?.object(of: id)
  }
}
