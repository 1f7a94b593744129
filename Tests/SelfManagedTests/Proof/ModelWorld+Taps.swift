import SelfManaged

// The rules that every tap must keep.
extension ModelWorld {
  /// Checks what becomes of a tap that was made on a display.
  mutating func checkTap(
    _ intent: Intent, at time: LogicalTime, on display: Intent.Value,
    _ queued: QueuedIntent<Intent>?
  ) {
    if gate == .open, state.inFlight?.wait?.reason == .deadline {
      record("a tap does not send the request that waits for the network")
    }
    // A step after a set is a set, since the user saw the result of both.
    if let queued, queued.intent.isAbsolute, !intent.isAbsolute,
      queued.intent.applied(to: display) == display,
      let coalesced = state.intent(of: time), !coalesced.isAbsolute
    {
      record("\(intent.words) after \(queued.intent.words) is sent as \(coalesced.words)")
    }
  }

  /// Whether an event makes, sends, resolves or sends back a tap.
  static func isDecided(
    _ tap: LogicalTime, by event: OptimisticEvent<Intent>, _ effects: [OptimisticEffect<Intent>]
  ) -> Bool {
    switch event {
    case .tap, .reply: return true
    default: break
    }
    return effects.contains { effect in
      switch effect {
      case .send: true
      case .resolve(let resolved, _): resolved == tap
      default: false
      }
    }
  }

  /// Whether the delay of a busy server, or the pause, is longer than the policy allows.
  func isTooLong(_ step: Step) -> Bool {
    step == .busy && (policy.longestBackOff < .seconds(1) || policy.maximumBusyRetries == 0)
  }

  /// Whether an intent would leave the server's value unchanged.
  func isSatisfied(_ intent: Intent) -> Bool {
    Intent.same(intent.appliedByServer(to: server), server)
  }

  /// Whether the server can apply only a part of a relative intent.
  func isLimited(_ intent: Intent) -> Bool {
    let done = intent.appliedByServer(to: server)
    return !intent.isAbsolute && !Intent.same(done, server)
      && !Intent.same(done, intent.applied(to: server))
  }
}
