extension ItemRecord {
  /// Records an event of an item, and the state after it.
  @MainActor
  init(
    of event: OptimisticEvent<Intent>, _ transition: Transition<Intent>, on itemID: String,
    _ state: OptimisticState<Intent>, in store: Store<Intent>
  ) {
    let tapped: Intent? =
      switch event {
      case .tap(let intent): intent
      case .undo:
        state.intent(of: transition.now)
          ?? state.failure.flatMap { $0.tap == transition.now ? $0.intent : nil }
          ?? Self.canceledOut(transition, state)
      default: nil
      }
    var sent: Request?
    var resolved: [ResolvedTap] = []
    for effect in transition.effects {
      switch effect {
      case .send(let intent, let key, let attempt, let version) where store.obstacle == nil:
        let key = store.session.context.key(key)
        sent = Request(
          intent: intent, info: RequestInfo(key: key, attempt: attempt, version: version))
      case .resolve(let tap, let resolution):
        // An undo that makes no intent is no tap for an observer.
        if tap == transition.now, tapped == nil { continue }
        resolved.append(ResolvedTap(tap: tap, resolution: resolution))
      default: break
      }
    }
    self.init(
      itemID: itemID, at: transition.now, tapped: tapped, sent: sent, resolved: resolved,
      confirmed: state.confirmed, inFlight: state.inFlight?.intent, queued: state.queued?.intent,
      displayed: state.display, cause: transition.cause)
  }

  /// The intent of an undo that the earlier taps cancel out; `nil` if no tap was coalesced with it.
  ///
  /// It is not queued, so it is made from what the undo displays.
  private static func canceledOut(
    _ transition: Transition<Intent>, _ state: OptimisticState<Intent>
  ) -> Intent? {
    let hasMerged = transition.effects.contains {
      if case .resolve(_, .merged) = $0 { true } else { false }
    }
    return hasMerged ? Intent.restoring(state.display) : nil
  }
}
