import SelfManaged

// The rules that every tap must keep.
extension ModelWorld {
  /// Checks what becomes of a tap that was made on a display.
  mutating func checkTap(
    _ intent: Intent, at time: LogicalTime, on display: Intent.Value,
    _ queued: QueuedIntent<Intent>?
  ) {
    if state.inFlight?.delay?.isForNetwork == true {
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

  /// Whether an event makes, sends or resolves a tap.
  static func isDecided(
    _ tap: LogicalTime, by event: OptimisticEvent<Intent>, _ effects: [OptimisticEffect<Intent>]
  ) -> Bool {
    if case .tap = event { return true }
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
    guard step == .busy || step == .paused else { return false }
    return state.policy.longestBackOff < .seconds(1)
      || step == .busy && state.policy.maximumBusyRetries == 0
  }

  /// Whether a tap waits for the network, and not for the end of a pause.
  var isHeld: Bool {
    !isPaused && timers.contains { if case .hold = $0 { true } else { false } }
  }

  /// Whether a tap waits for the end of a pause of the session.
  var isPaused: Bool { timers.contains { if case .pause = $0 { true } else { false } } }

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
