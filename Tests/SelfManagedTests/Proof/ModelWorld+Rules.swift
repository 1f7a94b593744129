import Components
import SelfManaged

// The invariants of every history.
extension ModelWorld {
  /// The display, as text.
  var shown: String { Intent.words(state.display) }

  /// After each step.
  mutating func check(_ step: Step, before: Intent.Value) {
    let isChanged = !Intent.same(state.display, before)
    if let wrong = Intent.complaint(display: state.display, confirmed: state.confirmed) {
      complain(wrong)
    }
    if case .tap(let intent) = step {
      if !hasEnded { check(tap: intent, before: before) }
    } else if isChanged {
      if cause == .user || cause == .bind {
        complain("a change that is not the user's is said to be: \(cause)")
      }
      if isUndisturbed, Intent.isPossible(before, on: server) {
        complain("\(shown) is shown without a tap, and all went well")
      }
    }
    checkExits()
    if hasEnded, step != .end, isChanged { complain("something happened after the end") }
    if step == .signedOut, state.queued != nil || state.inFlight != nil {
      complain("the user is signed out, and a tap is still pending")
    }
  }

  private mutating func check(tap intent: Intent, before: Intent.Value) {
    // A tap is made on the display, so it changes the displayed value.
    let wanted = intent.effective(on: before)?.applied(to: before) ?? before
    if !Intent.same(state.display, wanted) {
      complain("a tap shows \(shown), not \(Intent.words(wanted))")
    }
    if !Intent.same(state.display, before), cause != .user, cause != .adjust {
      complain("a tap's change is not the user's: \(cause)")
    }
    guard let queued = state.queued?.intent else { return }
    let flying = state.inFlight?.intent
    let base = flying.map { $0.effective(on: state.confirmed)?.applied(to: state.confirmed) }
    let value = (base ?? state.confirmed) ?? state.confirmed
    if state.isInDoubt { return }
    // While a limit clamps the in-flight mutation, its result is unknown.
    if let flying, !Intent.same(flying.applied(to: state.confirmed), value) { return }
    if Intent.same(queued.applied(to: value), value) {
      complain("what changes nothing waits to be sent")
    }
  }

  /// No state without an exit, and none that claims to be at rest and is not.
  private mutating func checkExits() {
    let isWaiting = request != nil || !reads.isEmpty || !timers.isEmpty || hasAskedForTurn
    if !state.isIdle, !isWaiting { complain("a state without an exit") }
    if state.isIdle, !open.isEmpty { complain("a tap was never resolved") }
    if state.isIdle, !hasEnded, hasTurn {
      complain("nothing is pending, and the turn is not given back")
    }
    if state.isIdle, !hasEnded, request != nil || !reads.isEmpty {
      complain("it claims to be at rest, and waits for an answer")
    }
  }

  /// The invariants of the effects.
  mutating func check(_ effect: OptimisticEffect<Intent>, of event: OptimisticEvent<Intent>) {
    switch effect {
    case .send(let intent, let key, let attempt, _):
      if request != nil { complain("a second request left before the first was answered") }
      attempts[key, default: 0] += 1
      if attempts[key] != attempt { complain("attempt \(attempt) is miscounted") }
      if attempt > 1, !intent.isAbsolute, !state.policy.honorsIdempotencyKeys {
        complain("an addition was sent twice")
      }
      if attempt == 1, !state.isInDoubt,
        Intent.same(intent.applied(to: state.confirmed), state.confirmed)
      {
        complain("a request left that changes nothing")
      }
      if hasEnded { complain("a request left after the end") }
    case .read: if hasEnded { complain("a read left after the end") }
    case .resolve(let tap, let resolution):
      if open.remove(tap) == nil { complain("a tap was resolved twice") }
      check(resolution, of: tap)
      if case .uncertain = resolution { checkThatTheServerWasAsked(event) }
    case .requestTurn, .releaseTurn:
      if hasOwnLane { complain("it asks for a turn, or gives one back, in a lane of its own") }
    case .schedule, .propagate: break
    }
  }

  /// The resolution of a tap must be true.
  private mutating func check(_ resolution: Resolution<Intent.Value>, of tap: LogicalTime) {
    switch resolution {
    case .merged:
      if !open.contains(where: { $0 > tap }) { complain("a tap was merged into none") }
    case .cancelled: if !hasEnded { complain("a tap was cancelled, and the session goes on") }
    case .failed:
      guard landed.contains(tap), let intent = flown[tap] else { return }
      // After a change by others, the value does not show whether a part was carried out before.
      if shared.contains(tap), overwritten.contains(tap) { return }
      // After changes by others, the cause of the server's value is unknown.
      if !intent.isAbsolute || isSo(intent) && !overwritten.contains(tap) {
        complain("a tap is said to have failed, and the server has carried it out")
      }
    case .applied:
      // Another device may have done the same, and then made an unreported change.
      guard !landed.contains(tap), !isUnknowable, let intent = flown[tap] else { return }
      if !intent.isAbsolute || !isSo(intent) {
        complain("a tap is said to be carried out, and the server has not done it")
      }
    case .unchanged, .limited, .adjusted, .uncertain: break
    }
  }

  /// Only an unreadable outcome is uncertain, or one that was read in vain.
  private mutating func checkThatTheServerWasAsked(_ event: OptimisticEvent<Intent>) {
    guard case .reply(_, .failure(let error)) = event, error.answer == nil, error.scope == .intent
    else { return }
    complain("a tap is said to be uncertain, and the server was not asked")
  }

  /// The display changes when the server reports a value, or when a tap is made or resolves to
  /// another value than was displayed.
  mutating func checkGrounds(
    _ effects: [OptimisticEffect<Intent>], of event: OptimisticEvent<Intent>,
    _ before: (confirmed: Intent.Value, display: Intent.Value)
  ) {
    guard state.confirmed == before.confirmed, !Intent.same(state.display, before.display) else {
      return
    }
    if case .tap = event { return }
    // An answer that is older than a later report resolves the tap, and its value is ignored.
    if case .reply(_, .success(let answer)) = event, let version = state.version,
      answer.version ?? version < version
    {
      return
    }
    for case .resolve(_, let resolution) in effects {
      switch resolution {
      case .applied, .merged: continue
      case .unchanged, .limited, .adjusted, .failed, .uncertain, .cancelled: return
      }
    }
    complain("\(Intent.words(before.display)) becomes \(shown) for no reason")
  }

  private func isSo(_ intent: Intent) -> Bool { Intent.same(intent.carriedOut(on: server), server) }

  /// An intent that is dropped as no change is none, if the user alone changes the value.
  mutating func checkDrops(_ effects: [OptimisticEffect<Intent>], of wish: Intent) {
    guard wish.isAbsolute else { return }
    for case .resolve(_, .unchanged) in effects {
      if let flight = state.inFlight {
        dropped.append((flight.tap, flight.intent, wish))
      } else if state.isIdle {  // A pending read may still change the value.
        checkIsSo(wish)
      }
    }
  }

  /// An intent dropped because of a request holds once that request was applied, unless less was
  /// requested meanwhile, which was reported to the user.
  mutating func checkDropped(behind request: Request) {
    for drop in dropped where drop.tap == request.tap && drop.flying == request.intent {
      checkIsSo(drop.wish)
    }
  }

  private mutating func checkIsSo(_ wish: Intent) {
    guard isOnlyWriter, !isUnknowable, !hasEnded, !isSo(wish) else { return }
    complain("\(wish.words) was dropped as no change, and the server has \(Intent.words(server))")
  }

  /// The reports to the user beside the change: the fewest possible, each once.
  mutating func checkNotices(
    _ transition: Transition<Intent>, of event: OptimisticEvent<Intent>, before: Intent.Value,
    _ wish: Intent?
  ) {
    let (effects, notice) = (transition.effects, transition.notice)
    // Changes by others may equal the user's intent.
    let isWanted = wish.map { $0.isAbsolute && $0.applied(to: state.display) == state.display }
    let isChanged = !Intent.same(state.display, before)
    var (isUndone, hasPropagated) = (false, false)
    switch notice {
    case .failure(let failure):
      if Intent.sameOwnPart(state.display, before), !hasEnded, failure.error.scope == .intent {
        complain("an error is shown, and nothing of the user's is undone")
      }
    case .adjustment(let tap, _):
      if !isChanged, !Self.isDecided(tap, by: event, effects) {
        complain("the person is told what became of a tap, and nothing has become of it")
      }
    case nil: break
    }
    for effect in effects {
      switch effect {
      case .resolve(_, .failed), .resolve(_, .uncertain):
        isUndone = isWanted != true && !Intent.sameOwnPart(state.display, before)
      case .propagate: hasPropagated = true
      default: break
      }
    }
    if hasEnded, notice == nil, case .tap = event {
      complain("a tap after the end of the session is not reported")
    }
    switch event {
    case .neighborFailed: break  // Reported where it happened.
    case .reply(_, .failure(.signedOut)) where !effects.isEmpty && !hasPropagated:
      complain("nobody is signed in, and nobody else is told")
    default: if isUndone, notice == nil { complain("something is undone without a word") }
    }
  }

  /// Whether a tap progresses: it was made, it is sent, or it is resolved.
  private static func isDecided(
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

  /// A report during an addition may contain the addition, which must not be counted twice.
  mutating func check(_ news: News, before: Intent.Value) {
    guard let flight = state.inFlight, !flight.intent.isAbsolute, let done = carriedOut[flight.key],
      done <= news.carriedOut, !Intent.same(state.confirmed, before)
    else { return }
    complain("an addition is shown on top of a number that contains it: \(shown)")
  }

  /// The invariants of an idle state.
  mutating func checkRest() {
    if !state.isIdle { complain("it never comes to rest") }
    if !open.isEmpty { complain("a tap was never resolved") }
    if !isUnknowable, !state.isInDoubt, !Intent.same(state.display, server) {
      complain("at rest \(shown) is shown, and the server has \(Intent.words(server))")
    }
  }
}
