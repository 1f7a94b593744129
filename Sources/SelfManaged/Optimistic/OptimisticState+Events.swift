internal import Components

extension OptimisticState {
  /// Handles one event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - now: The logical time of the event; it names what the event starts.
  /// - Returns: The effects to carry out, in this order, after showing ``display`` if it changed. A
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

  /// Reports a tap after the end as a failure; nothing is changed or sent.
  private mutating func afterTheEnd(_ event: Event, at now: Stamp) -> [Effect] {
    guard case .tap(let intent) = event else { return [] }
    failure = Failure(intent: intent, tap: now, error: .sessionEnded)
    return [.fail(now, intent, .sessionEnded), .resolve(now, .cancelled)]
  }

  /// The result of one event, collected while it is handled.
  struct Outcome {
    let now: Stamp
    var effects: [Effect] = []
    var cause = ChangeCause.external
    var failure: Failure?
    var adjustment: (tap: Stamp, Adjustment<Value>)?
    /// Whether the failure is shown even if the display does not change.
    var isLoud = false
    /// Whether the adjustment is reported later if the display does not change.
    var isUntoldUnlessSeen = false

    init(now: Stamp) {
      self.now = now
      effects.reserveCapacity(2)  // Most events lead to one or two.
    }

    /// Records that a limit clamped an intent after its tap.
    mutating func limit(_ adjustment: Adjustment<Value>, tap: Stamp) {
      cause = .adjust
      self.adjustment = (tap, adjustment)
    }
  }

  /// Adds at most one notice for each event; a failure only if a visible change was undone.
  private mutating func finish(
    _ outcome: inout Outcome, before: Value, _ newestIntent: Intent?
  ) -> [Effect] {
    let isSeen = !Intent.looksSame(display, before)
    let mayBeUndone = isSeen && (outcome.failure != nil || outcome.cause == .rollback)
    let isUndone = mayBeUndone && isUndone(newestIntent)
    // A change that other users made in the same event is not a rollback.
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

  /// Whether the result of the user's newest intent was visibly undone.
  ///
  /// If an absolute intent would still change nothing, its result is displayed. A relative intent
  /// can't be recognized in the value, so every visible change counts.
  private func isUndone(_ newestIntent: Intent?) -> Bool {
    guard let newestIntent, newestIntent.isAbsolute else { return true }
    return newestIntent.applied(to: display) != display
  }

  private mutating func tap(_ intent: Intent, _ outcome: inout Outcome) {
    failure = nil
    outcome.cause = .user
    if let queued { outcome.effects.append(.resolve(queued.tap, .merged)) }
    // A limit may have clamped the queued intent; the user taps on the clamped value that is shown.
    let shown = queued?.intent.effective(on: predicted)
    let wanted = shown?.merged(with: intent) ?? intent
    let (left, adjustment) = underLimits(wanted, on: predicted)
    outcome.adjustment = adjustment.map { (outcome.now, $0) }
    // A tap that a learned limit clamps makes the reducer check that the limit still applies. So
    // does a tap for exactly that limit: an editor may have clamped the typed number.
    let isAtLimit = left == nil && shown == nil && inFlight == nil
    if adjustment != nil || isAtLimit && Intent.limit(of: confirmed) != nil {
      readOnceInAnInterval(&outcome)
    }
    // An absolute intent is kept while the value is only a guess.
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

  /// Whether reads failed, so that the confirmed value can't prove that an intent changes nothing.
  var isUnproven: Bool { isInDoubt && refresh.phase == .stalled }

  /// The intent clamped to the limits of a value, and the clamp as an adjustment.
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

  /// Sends the queued intent if nothing is in flight, the device is not known to be offline, and
  /// the item has the turn.
  private mutating func sendNext(_ outcome: inout Outcome) {
    guard !isMutationInFlight else { return }
    guard let next = queued, hold?.isWaiting != true else { return leaveLane(&outcome) }
    var (effective, adjustment) = underLimits(next.intent, on: confirmed)
    if isUnproven, adjustment == nil, next.intent.isAbsolute {
      effective = effective ?? next.intent
    }
    // Notified once, when it is displayed or sent, however long the intent waits for its turn.
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

  /// Releases an unused turn, so that the other items of the lane can send.
  mutating func leaveLane(_ outcome: inout Outcome) {
    guard turn == .held else { return }
    turn = .none
    outcome.effects.append(.releaseTurn)
  }

  /// Starts the requests and reads that wait for a delay or for the network.
  private mutating func flush(_ outcome: inout Outcome) {
    hold?.isWaiting = false
    refresh.wake()
    if let delay = inFlight?.delay { elapsed(.retry(delay), &outcome) }
  }

  /// Handles the end of a delay; a stale timer is ignored.
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

  /// Whether the end of a delay would still have an effect.
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

  /// Fails the queued intent because of a failure of another item.
  ///
  /// The failure is also kept for this value, but its cause has already been shown.
  mutating func failQueued(_ error: ServiceError, _ outcome: inout Outcome) {
    guard let lost = queued else { return }
    outcome.cause = .rollback
    queued = nil
    hold = nil
    failure = Failure(intent: lost.intent, tap: lost.tap, error: error)
    outcome.effects.append(.resolve(lost.tap, .failed(error)))
  }

  /// Rolls the queued intent back.
  ///
  /// The in-flight mutation stays displayed, since its outcome will not be known here.
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
