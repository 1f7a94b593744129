internal import Components

extension OptimisticState {
  /// Handles one event.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - now: The logical time of the event; it names what the event starts.
  /// - Returns: What the shell has to do, in this order, after showing ``display`` if it changed. A
  ///   failure or an adjustment comes first, so that it is shown together with the change.
  package mutating func handle(_ event: Event, at now: Stamp) -> [Effect] {
    guard !hasEnded else {
      return afterTheEnd(event, at: now)
    }
    let before = display
    let newestIntent = queued?.intent ?? inFlight?.intent
    var outcome = Outcome(now: now)
    switch event {
    case .tap(let intent): tap(intent, &outcome)
    case .turn: turn = .held
    case .ownLane: turn = .forGood
    case .reply(let request, let result): reply(request, result, &outcome)
    case .timer(let timer): elapsed(timer, &outcome)
    case .read(let read, let result): finishRead(read, result, &outcome)
    case .report(let answer, let source): report(answer, source, &outcome)
    case .refresh: refresh.owe(since: now)
    case .flush: flush(&outcome)
    case .neighborFailed(let error): failQueued(error, &outcome)
    case .end: end(&outcome)
    }
    sendNext(&outcome)
    readIfOwed(&outcome)
    return finish(&outcome, before: before, newestIntent)
  }

  /// A tap after the end changes nothing and sends nothing, and is reported as a failure.
  private mutating func afterTheEnd(_ event: Event, at now: Stamp) -> [Effect] {
    guard case .tap(let intent) = event else { return [] }
    failure = Failure(intent: intent, tap: now, error: .sessionEnded)
    return [.fail(now, intent, .sessionEnded), .resolve(now, .cancelled)]
  }

  /// What one event leads to, gathered while it is handled.
  struct Outcome {
    let now: Stamp
    var effects: [Effect] = []
    var cause = ChangeCause.external
    var failure: Failure?
    var adjustment: (tap: Stamp, Adjustment<Value>)?
    /// Whether the failure is shown although the display stays.
    var isLoud = false
    /// Whether the adjustment is kept for later where the display stays.
    var isUntoldUnlessSeen = false

    init(now: Stamp) {
      self.now = now
      effects.reserveCapacity(2)  // Most events lead to one or two.
    }

    /// A limit took something from an intent after its tap.
    mutating func limit(_ adjustment: Adjustment<Value>, tap: Stamp) {
      cause = .adjust
      self.adjustment = (tap, adjustment)
    }
  }

  /// At most one notice for each event; a failure only if something was visibly undone.
  private mutating func finish(
    _ outcome: inout Outcome, before: Value, _ newestIntent: Intent?
  ) -> [Effect] {
    let isSeen = !Intent.looksSame(display, before)
    let mayBeUndone = isSeen && (outcome.failure != nil || outcome.cause == .rollback)
    let isUndone = mayBeUndone && isUndone(newestIntent)
    // What others changed in the same event is no rollback.
    if outcome.cause == .rollback, !isUndone { outcome.cause = .external }
    if isSeen { cause = outcome.cause }
    lastCause = outcome.cause
    if let failure = outcome.failure, isUndone || outcome.isLoud {
      self.failure = failure
      outcome.effects.insert(.fail(failure.tap, failure.intent, failure.error), at: 0)
    } else if let (tap, adjustment) = outcome.adjustment, isSeen || !outcome.isUntoldUnlessSeen {
      outcome.effects.insert(.adjust(tap, adjustment), at: 0)
      if queued?.tap == tap { queued?.notified = adjustment }
    }
    return outcome.effects
  }

  /// Whether the part of the value that the user's newest intent changed has changed again.
  ///
  /// Where an absolute intent still changes nothing, what it wanted is shown. A relative intent can't
  /// be recognized in the value, so that every visible change counts.
  private func isUndone(_ newestIntent: Intent?) -> Bool {
    guard let newestIntent, newestIntent.isAbsolute else { return true }
    return newestIntent.applied(to: display) != display
  }

  private mutating func tap(_ intent: Intent, _ outcome: inout Outcome) {
    failure = nil
    outcome.cause = .user
    if let queued { outcome.effects.append(.resolve(queued.tap, .merged)) }
    // A limit may have taken something from the queued intent; the user taps on what is shown of it.
    let shown = queued?.intent.effective(on: predicted)
    let wanted = shown?.merged(with: intent) ?? intent
    let (left, adjustment) = underLimits(wanted, on: predicted)
    outcome.adjustment = adjustment.map { (outcome.now, $0) }
    // A tap that a learned limit takes something from asks whether the limit still holds. So does a
    // tap for just that limit: an editor may have clamped what was typed.
    let isAtLimit = left == nil && shown == nil && inFlight == nil
    if adjustment != nil || isAtLimit && Intent.limit(of: confirmed) != nil {
      readOnceInAnInterval(&outcome)
    }
    // An absolute intent for a value that is only a guess is kept.
    let isGuess = inFlight == nil ? isUnproven : isInFlightClamped
    let isKept = adjustment == nil && wanted.isAbsolute && isGuess
    if let effective = isKept ? wanted : left {
      queued = Queued(intent: effective, tap: outcome.now, adjustment: adjustment)
    } else {
      queued = nil
      hold = nil
      outcome.effects.append(.resolve(outcome.now, nothingLeft(adjustment)))
    }
  }

  /// Whether reading failed, so that the confirmed value does not prove that an intent changes nothing.
  var isUnproven: Bool { isInDoubt && refresh.phase == .stalled }

  /// What is left of an intent under the limits of a value, and what they took from it.
  func underLimits(_ intent: Intent, on value: Value) -> (Intent?, Adjustment<Value>?) {
    let effective = intent.effective(on: value)
    let wanted = intent.applied(to: value)
    let actual = effective?.applied(to: value) ?? value
    guard actual != wanted else { return (effective, nil) }
    let limit = Intent.limit(of: value)
    return (effective, Adjustment(requested: wanted, actual: actual, limit: limit))
  }

  func nothingLeft(_ adjustment: Adjustment<Value>?) -> Resolution<Value> {
    adjustment.map { .limited($0.limit) } ?? .unchanged
  }

  /// Sends the queued intent if nothing is in flight, the network is not known to be away, and it has the
  /// turn.
  private mutating func sendNext(_ outcome: inout Outcome) {
    guard !isMutationInFlight else { return }
    guard let next = queued, hold?.isWaiting != true else { return leaveLane(&outcome) }
    var (effective, adjustment) = underLimits(next.intent, on: confirmed)
    if isUnproven, adjustment == nil, next.intent.isAbsolute {
      effective = effective ?? next.intent
    }
    // Notified once, when it is seen or sent, however long it waits for its turn.
    if let adjustment, adjustment != next.notified { outcome.limit(adjustment, tap: next.tap) }
    guard let effective else {
      queued = nil
      hold = nil
      outcome.effects.append(.resolve(next.tap, nothingLeft(adjustment)))
      return leaveLane(&outcome)
    }
    if policy.lanes != .perItem, turn != .held, turn != .forGood {
      if turn == .none { outcome.effects.append(.requestTurn) }
      turn = .asked
      if adjustment != next.notified { queued?.notified = nil }
      outcome.isUntoldUnlessSeen = adjustment != nil
      return
    }
    queued = nil
    inFlight = InFlight(
      intent: effective, tap: next.tap, adjustment: adjustment ?? next.adjustment, key: outcome.now,
      versionWhenSent: version, phase: .sent(outcome.now))
    outcome.effects.append(
      .send(effective, key: outcome.now, attempt: 1, version: truth.revision.exact))
  }

  /// Gives a turn back that is not used, so that the other items of the lane go on.
  mutating func leaveLane(_ outcome: inout Outcome) {
    guard turn == .held else { return }
    turn = .none
    outcome.effects.append(.releaseTurn)
  }

  /// Sends and reads at once what waits for a delay or for the network.
  private mutating func flush(_ outcome: inout Outcome) {
    hold?.isWaiting = false
    refresh.wake()
    if let delay = inFlight?.delay { elapsed(.retry(delay), &outcome) }
  }

  /// A delay is over; one that is not waited for any longer is ignored.
  private mutating func elapsed(_ timer: OptimisticTimer, _ outcome: inout Outcome) {
    guard isWaiting(for: timer) else { return }
    switch timer {
    case .timeout(let request):
      if inFlight?.request == request {
        reply(request, .failure(.unknownOutcome), &outcome)
      } else {
        finishRead(request, .failed, &outcome)
      }
    case .retry:
      if case .waitingToReadBack(_, let readBack) = inFlight?.phase {
        self.readBack(readBack, &outcome)
      } else {
        resend(&outcome)
      }
    case .refresh: refresh.endDelay()
    case .hold:
      hold?.isOver = true
      guard hold?.isWaiting == true else { return }
      failQueued(.offline, &outcome)
      outcome.failure = failure
    case .listCheck:
      if refresh.endPause(at: outcome.now) {
        outcome.effects.append(.schedule(.listCheck(outcome.now), policy.listCheckInterval))
      }
    case .limits: endLimits(&outcome)
    }
  }

  /// Whether the end of a delay would still change something.
  package func isWaiting(for timer: OptimisticTimer) -> Bool {
    guard !hasEnded else { return false }
    return switch timer {
    case .timeout(let began):
      inFlight?.request == began || inFlight?.read == began || refresh.reading == began
    case .retry(let began): inFlight?.delay == began
    case .refresh(let began): refresh.delay == began
    case .hold(let began): hold?.deadline == began
    case .listCheck(let began): refresh.pause == began
    case .limits(let began): limits?.began == began
    }
  }

  /// The queued intent fails, because of something that happened elsewhere.
  ///
  /// It is kept as the failure of this value too, but its cause has been shown already.
  mutating func failQueued(_ error: ServiceError, _ outcome: inout Outcome) {
    guard let lost = queued else { return }
    outcome.cause = .rollback
    queued = nil
    hold = nil
    failure = Failure(intent: lost.intent, tap: lost.tap, error: error)
    outcome.effects.append(.resolve(lost.tap, .failed(error)))
  }

  /// The queued intent is rolled back.
  ///
  /// The mutation in flight stays shown, since its outcome will not be known here.
  private mutating func end(_ outcome: inout Outcome) {
    outcome.cause = .rollback
    if let queued { outcome.effects.append(.resolve(queued.tap, .cancelled)) }
    queued = nil
    if let inFlight {
      outcome.effects.append(.resolve(inFlight.tap, .cancelled))
      truth.assume(predicted)
    }
    inFlight = nil
    refresh = Refresh()
    hasEnded = true
  }
}
