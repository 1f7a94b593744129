internal import Components

extension OptimisticState {
  /// Takes in one event.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - now: The number of the event in the session; it names what the event starts.
  /// - Returns: What the shell has to do, in this order, after showing ``display`` if it changed. A
  ///   failure or an adjustment stands first, so that it is shown together with the change.
  package mutating func handle(_ event: Event, at now: Stamp) -> [Effect] {
    guard !hasEnded else {
      if case .tap = event { return [.resolve(now, .cancelled)] }
      return []
    }
    let before = display
    var outcome = Outcome(now: now)
    switch event {
    case .tap(let intent): tap(intent, &outcome)
    case .turn: turn = .held
    case .ownLane: turn = .forGood
    case .reply(let request, let result): reply(request, result, &outcome)
    case .timer(let timer): elapsed(timer, &outcome)
    case .read(let read, let answer): finishRead(read, answer, &outcome)
    case .report(let answer, let age): report(answer, age, at: outcome.now)
    case .refresh: needsRead = true
    case .hurry: hurry(&outcome)
    case .neighborFailed(let error): failQueued(error, &outcome)
    case .end: end(&outcome)
    }
    depart(&outcome)
    readIfNeeded(&outcome)
    return finish(&outcome, before: before)
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

    /// A limit took something from what a tap wanted, after the tap.
    mutating func limit(_ adjustment: Adjustment<Value>, tap: Stamp) {
      cause = .adjust
      self.adjustment = (tap, adjustment)
    }
  }

  /// One notice an event at most; an error only if the person can see that something was undone.
  private mutating func finish(_ outcome: inout Outcome, before: Value) -> [Effect] {
    let isSeen = !Intent.looksSame(display, before)
    if isSeen { cause = outcome.cause }
    lastCause = outcome.cause
    if let failure = outcome.failure, isSeen || outcome.isLoud {
      self.failure = failure
      outcome.effects.insert(.fail(failure.tap, failure.intent, failure.error), at: 0)
    } else if let (tap, adjustment) = outcome.adjustment, isSeen || !outcome.isUntoldUnlessSeen {
      outcome.effects.insert(.adjust(tap, adjustment), at: 0)
      if queued?.tap == tap { queued?.told = adjustment }
    }
    return outcome.effects
  }

  private mutating func tap(_ intent: Intent, _ outcome: inout Outcome) {
    failure = nil
    outcome.cause = .user
    if let queued { outcome.effects.append(.resolve(queued.tap, .merged)) }
    // What waits may be more than the value can give by now; the person taps on what is shown of it.
    let shown = queued?.intent.effective(on: landed)
    let wanted = shown?.merged(with: intent) ?? intent
    let (left, adjustment) = underLimits(wanted, on: landed)
    outcome.adjustment = adjustment.map { (outcome.now, $0) }
    // What the flight will give is a guess while a limit cuts it, and a wish for that value is kept.
    let isGuess = left == nil && adjustment == nil && wanted.isAbsolute && isFlightCut
    if let effective = isGuess ? wanted : left {
      queued = Queued(intent: effective, tap: outcome.now, adjustment: adjustment)
    } else {
      queued = nil
      hold = nil
      outcome.effects.append(.resolve(outcome.now, nothingLeft(adjustment)))
    }
  }

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

  /// Sends what is queued, if nothing flies, the network is not known to be away, and it is its turn.
  private mutating func depart(_ outcome: inout Outcome) {
    guard flight == nil else { return }
    guard let next = queued, hold?.isWaiting != true else { return leaveLane(&outcome) }
    let (effective, adjustment) = underLimits(next.intent, on: confirmed)
    // Told once, when it is seen or leaves, however long it waits for its turn.
    if let adjustment, adjustment != next.told { outcome.limit(adjustment, tap: next.tap) }
    guard let effective else {
      queued = nil
      hold = nil
      outcome.effects.append(.resolve(next.tap, nothingLeft(adjustment)))
      return leaveLane(&outcome)
    }
    if policy.lanes != .perItem, turn != .held, turn != .forGood {
      if turn == .none { outcome.effects.append(.requestTurn) }
      turn = .asked
      if adjustment != next.told { queued?.told = nil }
      outcome.isUntoldUnlessSeen = adjustment != nil
      return
    }
    queued = nil
    flight = Flight(
      intent: effective, tap: next.tap, adjustment: adjustment ?? next.adjustment, key: outcome.now,
      floor: version, phase: .sent(outcome.now))
    outcome.effects.append(
      .send(effective, key: outcome.now, attempt: 1, version: confirmedVersion))
  }

  /// Gives a turn back that is not used, so that the other items of the lane go on.
  mutating func leaveLane(_ outcome: inout Outcome) {
    guard turn == .held else { return }
    turn = .none
    outcome.effects.append(.releaseTurn)
  }

  /// Whatever waits stops waiting: a retry is sent now, and what was held for the network leaves.
  private mutating func hurry(_ outcome: inout Outcome) {
    hold?.isWaiting = false
    switch flight?.phase {
    case .backingOff(let timer, _), .backingOffToAsk(let timer, _): elapsed(timer, &outcome)
    default: break
    }
  }

  /// A delay has passed; one that nobody waits for any longer is ignored.
  private mutating func elapsed(_ timer: Stamp, _ outcome: inout Outcome) {
    outcome.cause = .rollback
    if timer == hold?.deadline {
      hold?.isOver = true
      if hold?.isWaiting == true {
        failQueued(.offline, &outcome)
        outcome.failure = failure
      }
      return
    }
    switch flight?.phase {
    case .backingOff(timer, _): resend(&outcome)
    case .backingOffToAsk(timer, let error): ask(error, &outcome)
    default: break
    }
  }

  /// Whether the end of a delay would still change something.
  package func waits(for timer: Stamp) -> Bool {
    guard !hasEnded else { return false }
    if timer == hold?.deadline { return true }
    switch flight?.phase {
    case .backingOff(timer, _), .backingOffToAsk(timer, _): return true
    default: return false
    }
  }

  /// What waits is given up, because of something that happened elsewhere.
  ///
  /// It is kept as the failure of this value too, but whoever caused it has shown it already.
  mutating func failQueued(_ error: ServiceError, _ outcome: inout Outcome) {
    guard let lost = queued else { return }
    outcome.cause = .rollback
    queued = nil
    hold = nil
    failure = Failure(intent: lost.intent, tap: lost.tap, error: error)
    outcome.effects.append(.resolve(lost.tap, .failed(error)))
  }

  /// What was not sent is taken back; what was sent stays as it is shown, since nobody will learn
  /// here what became of it.
  private mutating func end(_ outcome: inout Outcome) {
    outcome.cause = .rollback
    if let queued { outcome.effects.append(.resolve(queued.tap, .cancelled)) }
    queued = nil
    if let flight {
      outcome.effects.append(.resolve(flight.tap, .cancelled))
      confirmed = landed
    }
    flight = nil
    parked = nil
    needsRead = false
    reading = nil
    hasEnded = true
    leaveLane(&outcome)
  }
}
