import Components
import SelfManaged

// What must hold, whatever happens.
extension ModelWorld {
  /// What is shown, in words.
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
    // A tap is decided on what the screen shows, so that is what it changes.
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
    // While a limit cuts what is under way, nobody knows what it will give.
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

  /// Of what the shell is told to do.
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

  /// What a tap is told must be so.
  private mutating func check(_ resolution: Resolution<Intent.Value>, of tap: LogicalTime) {
    switch resolution {
    case .merged:
      if !open.contains(where: { $0 > tap }) { complain("a tap was merged into none") }
    case .cancelled: if !hasEnded { complain("a tap was cancelled, and the session goes on") }
    case .failed:
      guard landed.contains(tap), let intent = flown[tap] else { return }
      // After a change by others, the value does not show whether a part was carried out before.
      if shared.contains(tap), overwritten.contains(tap) { return }
      // Nobody can tell whose doing it is that the server has what was asked for, after others.
      if !intent.isAbsolute || isSo(intent) && !overwritten.contains(tap) {
        complain("a tap is said to have failed, and the server has carried it out")
      }
    case .applied:
      // Another device may have done the same, and then something else without a word.
      guard !landed.contains(tap), !isUnknowable, let intent = flown[tap] else { return }
      if !intent.isAbsolute || !isSo(intent) {
        complain("a tap is said to be carried out, and the server has not done it")
      }
    case .unchanged, .limited, .adjusted, .uncertain: break
    }
  }

  /// Only what the server can't be asked about is uncertain, or what it was asked about in vain.
  private mutating func checkThatTheServerWasAsked(_ event: OptimisticEvent<Intent>) {
    guard case .reply(_, .failure(let error)) = event, error.answer == nil, error.scope == .intent
    else { return }
    complain("a tap is said to be uncertain, and the server was not asked")
  }

  /// What is shown changes when the server tells something, or when a tap is made or comes to
  /// something else than was shown of it.
  mutating func checkGrounds(
    _ effects: [OptimisticEffect<Intent>], of event: OptimisticEvent<Intent>,
    _ before: (confirmed: Intent.Value, display: Intent.Value)
  ) {
    guard state.confirmed == before.confirmed, !Intent.same(state.display, before.display) else {
      return
    }
    if case .tap = event { return }
    // An answer that is older than what was told meanwhile ends the tap, and tells nothing.
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

  /// A wish that is dropped as no change is none, for whoever is the only one to change anything.
  mutating func checkDrops(_ effects: [OptimisticEffect<Intent>], of wish: Intent) {
    guard wish.isAbsolute else { return }
    for case .resolve(_, .unchanged) in effects {
      if let flight = state.inFlight {
        dropped.append((flight.tap, flight.intent, wish))
      } else if state.isIdle {  // What is being read may still turn out otherwise.
        checkIsSo(wish)
      }
    }
  }

  /// What was dropped for the sake of a request is so once that has been carried out, unless less is
  /// asked for by now, of which the person was told.
  mutating func checkDropped(behind request: Request) {
    for drop in dropped where drop.tap == request.tap && drop.flying == request.intent {
      checkIsSo(drop.wish)
    }
  }

  private mutating func checkIsSo(_ wish: Intent) {
    guard isOnlyWriter, !isUnknowable, !hasEnded, !isSo(wish) else { return }
    complain("\(wish.words) was dropped as no change, and the server has \(Intent.words(server))")
  }

  /// What the person is told, beside the change itself: as little as there is to tell, and once.
  mutating func checkNotices(
    _ transition: Transition<Intent>, of event: OptimisticEvent<Intent>, before: Intent.Value,
    _ wish: Intent?
  ) {
    let (effects, notice) = (transition.effects, transition.notice)
    // What others did may be what the user wanted.
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
    case .neighborFailed: break  // Told where it happened.
    case .reply(_, .failure(.signedOut)) where !effects.isEmpty && !hasPropagated:
      complain("nobody is signed in, and nobody else is told")
    default: if isUndone, notice == nil { complain("something is undone without a word") }
    }
  }

  /// Whether something becomes of a tap: it was made, it is sent, or it is resolved.
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

  /// What was told while an addition is under way may contain it, and it is not to be added again.
  mutating func check(_ news: News, before: Intent.Value) {
    guard let flight = state.inFlight, !flight.intent.isAbsolute, let done = carriedOut[flight.key],
      done <= news.carriedOut, !Intent.same(state.confirmed, before)
    else { return }
    complain("an addition is shown on top of a number that contains it: \(shown)")
  }

  /// Once nothing is under way.
  mutating func checkRest() {
    if !state.isIdle { complain("it never comes to rest") }
    if !open.isEmpty { complain("a tap was never resolved") }
    if !isUnknowable, !state.isInDoubt, !Intent.same(state.display, server) {
      complain("at rest \(shown) is shown, and the server has \(Intent.words(server))")
    }
  }
}
