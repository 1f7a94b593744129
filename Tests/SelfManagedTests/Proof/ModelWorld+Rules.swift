import Components
import SelfManaged

// The rules that every history must keep.
extension ModelWorld {
  /// The display, as text.
  var shown: String { Intent.words(state.display) }

  /// Checks the rules of the display after each step.
  mutating func check(_ step: Step, before: Intent.Value) {
    let isChanged = !Intent.same(state.display, before)
    // While a change by another device is unreported, a refusal's limit is newer than the quantity.
    let mayDiffer = isUnknowable && Intent.limit(of: state.confirmed) != nil
    if !mayDiffer,
      let violation = Intent.violation(display: state.display, confirmed: state.confirmed)
    {
      record(violation)
    }
    if case .tap(let intent) = step {
      if !hasEnded { check(tap: intent, before: before) }
    } else if isChanged, step != .undo {
      if cause == .user || cause == .bind {
        record("a change without a tap has the cause \(cause)")
      }
      if isUndisturbed, Intent.isPossible(before, on: server) {
        record("the display changes to \(shown) without a tap, though every request succeeded")
      }
    }
    checkProgress()
    if hasEnded, step != .end, step != .endUnsent, isChanged {
      record("the display changes after the end")
    }
    if step == .signedOut, state.queued != nil || state.inFlight != nil {
      record("a tap is still pending after a signed-out error")
    }
    if step == .neighborFails, state.queued != nil || confirmedBeforeARefusedIntent != nil {
      record("a tap that was not applied is still pending after another item failed")
    }
  }

  private mutating func check(tap intent: Intent, before: Intent.Value) {
    // The intent of a tap is decided from the displayed value, and applied to it.
    if gate == .unreachable, policy.offline == .fail { return }  // It fails at once.
    let wanted = intent.effective(on: before)?.applied(to: before) ?? before
    if !Intent.same(state.display, wanted) {
      record("after a tap \(shown) is displayed instead of \(Intent.words(wanted))")
    }
    if !Intent.same(state.display, before), cause != .user, cause != .adjust {
      record("the change of a tap has the cause \(cause)")
    }
    guard let queued = state.queued?.intent else { return }
    let inFlight = state.inFlight?.intent
    let base = inFlight.map { $0.effective(on: state.confirmed)?.applied(to: state.confirmed) }
    let value = (base ?? state.confirmed) ?? state.confirmed
    if !state.isCertain { return }
    // While a limit clamps the in-flight mutation, its result is unknown.
    if let inFlight, !Intent.same(inFlight.applied(to: state.confirmed), value) { return }
    if Intent.same(queued.applied(to: value), value) {
      record("an intent that changes nothing is queued")
    }
  }

  /// Checks that a pending state waits for an event, and that an idle state waits for none.
  private mutating func checkProgress() {
    let isWaiting = request != nil || !reads.isEmpty || !timers.isEmpty || gate != .open
    if !state.isIdle, !isWaiting { record("work is pending, but no event can continue it") }
    if state.isIdle, !unresolvedTaps.isEmpty { record("a tap was never resolved") }
    if !state.isIdle, state.inFlight == nil, state.queued == nil, state.readBegan == nil,
      !state.isInDoubt
    {
      record("no tap and no read is pending, but the item is not idle")
    }
    if let queued = state.queued?.intent, state.inFlight == nil, state.isCertain, state.isWaiting,
      state.undoable == nil, queued.applied(to: state.confirmed) == state.confirmed
    {
      record("a tap waits for the network, but changes nothing")
    }
    if gate == .open, state.isBlocked { record("the gate is open, but the item waits for it") }
    if state.isIdle, !hasEnded, request != nil || !reads.isEmpty {
      record("an idle item waits for a reply")
    }
  }

  /// The confirmed value, if the in-flight intent is known to have changed nothing so far.
  var confirmedBeforeARefusedIntent: Intent.Value? {
    guard let key = state.inFlight?.key, key == backsOff, request == nil,
      attempts[key] == refusals[key, default: 0]
    else { return nil }
    return state.confirmed
  }

  /// Checks the display after the end, if the in-flight intent had changed nothing.
  mutating func checkEnd(_ confirmed: Intent.Value?) {
    if let confirmed, !Intent.same(state.display, confirmed) {
      record("after the end \(shown) is displayed, although nothing was applied")
    }
  }

  /// Checks the rules of an effect.
  mutating func check(_ effect: OptimisticEffect<Intent>, of event: OptimisticEvent<Intent>) {
    switch effect {
    case .send(let intent, let key, let attempt, _):
      if request != nil { record("a second request was sent before the first was answered") }
      attempts[key, default: 0] += 1
      if attempts[key] != attempt { record("an attempt has the wrong number \(attempt)") }
      let isRefused = attempt - 1 == refusals[key]
      if attempt > 1, !isRefused, !intent.isAbsolute, !policy.honorsIdempotencyKeys {
        record("a relative intent was sent twice")
      }
      if attempt == 1, state.isCertain,
        Intent.same(intent.applied(to: state.confirmed), state.confirmed)
      {
        record("a request was sent that changes nothing")
      }
      if attempt == 1, case .ended = event, state.queued != nil, !state.isInGrace {
        record("a later tap did not join an intent that was never sent")
      }
      if backsOff == key, !isBackOffOver {
        guard case .ended = event else {
          return record("a request was sent before the busy server's delay was over")
        }
      }
      if gate == .closed || gate == .unreachable || gate == .laneTaken && attempt == 1 {
        record("a request was sent through the gate: \(gate)")
      }
      if hasEnded { record("a request was sent after the end") }
    case .read:
      if hasEnded { record("a read was sent after the end") }
      if readDelay != nil, state.inFlight == nil {
        record("a read was sent before the busy server's delay was over")
      }
    case .resolve(let tap, let resolution):
      if unresolvedTaps.remove(tap) == nil { record("a tap was resolved twice") }
      check(resolution, of: tap)
      if case .uncertain = resolution, !overdueTaps.contains(tap) { checkReadBack(before: event) }
    case .schedule, .propagate: break
    }
  }

  /// Checks that the resolution of a tap agrees with the server.
  private mutating func check(_ resolution: Resolution<Intent.Value>, of tap: LogicalTime) {
    switch resolution {
    case .merged:
      if removed?.inFlight == tap { removed?.inFlight = nil }  // It is back in the queue.
      if !unresolvedTaps.contains(where: { $0 > tap }) {
        record("a tap was merged, but no later tap is pending")
      }
    case .canceled: if !hasEnded { record("a tap was canceled before the end") }
    case .failed:
      if state.queued == nil, state.inFlight == nil { removed?.hasFailed = true }
      guard appliedTaps.contains(tap), let intent = sentIntents[tap] else { return }
      // After a change by another device, the value does not show whether a part was applied.
      if partlyAppliedTaps.contains(tap), overwrittenTaps.contains(tap) { return }
      // By all that the app could know, the limit left no room for a part.
      let hadNoRoom = isUnknowable && intent.effective(on: state.confirmed) == nil
      if partlyAppliedTaps.contains(tap), hadNoRoom { return }
      // Without the limit, the app can't know that the value is the clamped result.
      if intent.isAbsolute, Intent.limit(of: state.confirmed) != Intent.limit(of: server) { return }
      // After a change by another device, the cause of the server's value is unknown.
      if !intent.isAbsolute || isSatisfied(intent) && !overwrittenTaps.contains(tap) {
        record("a tap was resolved as failed, but the server has applied it")
      }
    case .applied:
      // Another device may have done the same, and then made another change.
      guard !appliedTaps.contains(tap), !doneByOthers.contains(tap), !isUnknowable,
        let intent = sentIntents[tap]
      else { return }
      if !intent.isAbsolute || !isSatisfied(intent) {
        record("a tap was resolved as applied, but the server has not applied it")
      }
    case .undone:
      if sentIntents[tap] != nil { record("a tap was resolved as undone, but it was sent") }
    case .unchanged, .limited, .adjusted, .uncertain: break
    }
  }

  /// Checks that an outcome is uncertain only after the value was read back, or can't be read.
  private mutating func checkReadBack(before event: OptimisticEvent<Intent>) {
    guard case .reply(_, .failure(let error)) = event, error.answer == nil, error.scope == .intent
    else { return }
    record("a tap was resolved as uncertain, but the value was not read back")
  }

  /// Checks that the delay that a busy server asked a read to wait is known, unless another read is
  /// pending.
  mutating func checkDelayOfABusyRead() {
    let isDelayed = timers.contains { $0.reason == .busy }
    if state.isInDoubt, state.inFlight == nil, state.readBegan == nil, !isDelayed {
      record("nothing waits for the delay that a busy server asked a read to wait")
    }
  }

  /// Checks that a change of the display has a reason.
  ///
  /// The reason is a report of the server, a tap, or a resolution other than the displayed result.
  mutating func checkReason(
    _ effects: [OptimisticEffect<Intent>], of event: OptimisticEvent<Intent>,
    _ before: (confirmed: Intent.Value, display: Intent.Value), version known: Int?
  ) {
    guard state.confirmed == before.confirmed, !Intent.same(state.display, before.display) else {
      return
    }
    if event == .undo { return }
    if case .tap = event { return }
    // A report that was kept during the request is adopted; its value may be the known one. It has a
    // higher version than the reply, or the version that the reply names.
    if case .reply(_, .success(let answer)) = event {
      if let version = answer.version, version < state.version ?? version { return }
      if !answer.isComplete, Intent.same(state.display, server) { return }
    }
    // A reply that is older than another report resolves the tap, but its value is ignored. A reply
    // with the known version alone shows that its request changed nothing.
    if case .reply(_, .success(let answer)) = event, let version = answer.version, let known,
      version < known || version == known && !answer.isComplete
    {
      return
    }
    for case .resolve(_, let resolution) in effects {
      switch resolution {
      case .applied, .merged: continue
      case .unchanged, .limited, .adjusted, .failed, .uncertain, .undone, .canceled: return
      }
    }
    record("the display changes from \(Intent.words(before.display)) to \(shown) for no reason")
  }

  /// Checks that an intent that is dropped as unchanged changes nothing, if only the user changes
  /// the value.
  mutating func checkDrops(_ effects: [OptimisticEffect<Intent>], of intent: Intent) {
    guard intent.isAbsolute else { return }
    for case .resolve(_, .unchanged) in effects {
      if let inFlight = state.inFlight {
        dropped.append((inFlight.tap, inFlight.intent, intent))
      } else if state.isIdle {  // A pending read may still change the value.
        checkIsSatisfied(intent)
      }
    }
  }

  /// Checks the intents that were dropped during a request, once the server has applied it.
  ///
  /// If the request was clamped meanwhile, the user was notified, and the intents are not checked.
  mutating func checkDropped(behind request: Request) {
    for drop in dropped where drop.tap == request.tap && drop.inFlight == request.intent {
      checkIsSatisfied(drop.intent)
    }
  }

  private mutating func checkIsSatisfied(_ intent: Intent) {
    guard isOnlyWriter, !hidAClamp, !isUnknowable, !hasEnded, !isSatisfied(intent) else { return }
    record("\(intent.words) was dropped as unchanged, but the server has \(Intent.words(server))")
  }

  /// Checks the notices to the user: each one is necessary, and none is missing.
  mutating func checkNotices(
    _ transition: Transition<Intent>, of event: OptimisticEvent<Intent>, before: Intent.Value,
    _ newestIntent: Intent?
  ) {
    let (effects, notice) = (transition.effects, transition.notice)
    // A change by another device may have the result of the user's intent.
    let isWanted = newestIntent.map {
      $0.isAbsolute && $0.applied(to: state.display) == state.display
    }
    let isChanged = !Intent.same(state.display, before)
    var (isUndone, hasPropagated) = (false, false)
    switch notice {
    case .failure(let failure):
      let isAtOnce = failure.tap == LogicalTime(rawValue: now)
      if Intent.sameOwnPart(state.display, before), !hasEnded, !isAtOnce,
        failure.error.scope == .intent
      {
        record("a failure is reported, but the user's own part is unchanged")
      }
    case .adjustment(let tap, _):
      if !isChanged, !Self.isDecided(tap, by: event, effects) {
        record("an adjustment is reported, but the tap was not made, sent or resolved")
      }
    case .undoable, nil: break
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
      record("a tap after the end is not reported")
    }
    switch event {
    case .neighborFailed:  // Reported by the item that failed, and kept by this one.
      if let kept = state.failure, effects.contains(.resolve(kept.tap, .failed(kept.error))),
        Intent.sameOwnPart(state.display, before)
      {
        record("a failure is kept, but the user's own part is unchanged")
      }
    case .reply(_, .failure(.signedOut)) where !effects.isEmpty && !hasPropagated:
      record("a signed-out error is not propagated")
    default: if isUndone, notice == nil { record("a tap is undone without a notice") }
    }
  }

  /// Checks that no report is adopted that contains the in-flight addition.
  mutating func check(_ report: Report, before: Intent.Value) {
    guard let inFlight = state.inFlight, !inFlight.intent.isAbsolute,
      let position = appliedAt[inFlight.key], position <= report.appliedCount,
      !Intent.same(state.confirmed, before)
    else { return }
    record("an addition is counted twice in the displayed value: \(shown)")
  }

  /// Checks that an undo restores the display, and that nothing was sent before it.
  mutating func checkRemoval(
    _ event: OptimisticEvent<Intent>, at time: LogicalTime,
    _ before: (confirmed: Intent.Value, display: Intent.Value),
    inFlight: OptimisticState<Intent>.InFlight?
  ) {
    if state.undoable == time {
      removed = ModelRemoval(
        display: before.display, confirmed: state.confirmed, inFlight: state.inFlight?.tap,
        appliedCount: appliedCount)
    } else if case .tap = event {
      removed?.hasFailed = false
    }
    if case .tap = event, state.undoable != nil, let removed,
      !Intent.isRemoval(from: removed.display, to: state.display)
    {
      record("a later tap shows \(shown), but the removal can still be undone")
    }
    if state.undoable != nil, state.queued == nil {
      record("a removal can be undone, but it is not queued")
    }
    if let removed, removed.hasFailed, removed.appliedCount == appliedCount, state.isIdle,
      state.lastRemoval != nil
    {
      record("a removal that failed can still be undone")
    }
    if event == .undo {
      if let removed, removed.inFlight == nil, inFlight == nil,
        before.confirmed == removed.confirmed,
        Intent.isRemoval(from: removed.display, to: before.display),
        !Intent.same(state.display, removed.display), !hasEnded
      {
        record("after an undo \(shown) is displayed, not \(Intent.words(removed.display))")
      }
      if let removed, let queued = state.queued, !queued.intent.isAbsolute,
        Intent.isRemoval(from: removed.display, to: state.display)
      {
        record("an undo removes the value")
      }
      removed = nil
    }
  }

  /// Checks that the result of a request does not turn it, or a step behind it, into a removal.
  mutating func checkIsIntended(
    _ effects: [OptimisticEffect<Intent>], of event: OptimisticEvent<Intent>,
    _ before: Intent.Value, inFlight: OptimisticState<Intent>.InFlight?
  ) {
    guard let inFlight, Intent.isRemoval(from: before, to: state.display),
      !Intent.isRemoval(from: before, to: state.confirmed)
    else { return }
    switch event {
    case .reply, .read: break
    default: return
    }
    for case .resolve(inFlight.tap, let resolution) in effects where resolution != .merged {
      record("a step became a removal, because the request before it failed")
    }
    if let rebased = state.inFlight, rebased.tap == inFlight.tap, rebased.key != inFlight.key {
      record("a step became a removal, because it met a conflict")
    }
  }

  /// Checks the rules of an idle state.
  mutating func checkIdle() {
    if !state.isIdle { record("the item never becomes idle") }
    if !unresolvedTaps.isEmpty { record("a tap was never resolved") }
    if !isUnknowable, !state.isInDoubt, !Intent.same(state.display, server) {
      record("an idle item displays \(shown), but the server has \(Intent.words(server))")
    }
  }
}
