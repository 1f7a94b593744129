internal import Components

extension OptimisticState {
  /// Handles one event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - now: The logical time of the event. It identifies the requests, reads and delays that the
  ///     event begins.
  /// - Returns: The change, the notice, and the commands for the shell.
  package mutating func handle(_ event: Event, at now: LogicalTime) -> Transition {
    var transition = Transition(at: now, from: display)
    guard !hasEnded else {
      afterTheEnd(event, &transition)
      return transition
    }
    let newestIntent = queued?.intent ?? inFlight?.intent
    switch event {
    case .tap(let intent): tap(intent, &transition)
    case .turn: queue.grantTurn()
    case .ownLane: queue.grantTurn(forGood: true)
    case .reply(let request, let result): reply(request, result, &transition)
    case .notSent(let request, let obstacle): notSent(request, obstacle, &transition)
    case .timer(let timer): elapsed(timer, &transition)
    case .read(let read, let result): finishRead(read, result, &transition)
    case .report(let answer, let source): report(answer, source, &transition)
    case .refresh: requestRead(&transition)
    case .flush: flush(&transition)
    case .endGrace: queue.endGrace()
    case .undo: undo(&transition)
    case .unreachable: failOffline(&transition)
    case .neighborFailed(let error): failUnapplied(error, &transition)
    case .end(let unsent): end(unsent: unsent, &transition)
    }
    sendNext(&transition)
    readIfOwed(&transition)
    finish(&transition, newestIntent)
    return transition
  }

  /// Fails a tap after the end, and resolves an undo as unchanged; nothing is sent.
  private mutating func afterTheEnd(_ event: Event, _ transition: inout Transition) {
    if case .undo = event { return undo(&transition) }
    guard case .tap(let intent) = event else { return }
    let failure = Failure(intent: intent, tap: transition.now, error: .sessionEnded)
    self.failure = failure
    transition.notice = .failure(failure)
    transition.effects.append(.resolve(transition.now, .canceled))
  }

  /// Completes a transition: determines the change of the display, and at most one notice.
  ///
  /// A failure becomes the notice only if it rolled back a visible change, or if it is always shown.
  private mutating func finish(_ transition: inout Transition, _ newestIntent: Intent?) {
    let (before, display) = (transition.display, display)
    transition.display = display
    transition.isChanged = display != before
    transition.isVisible = !Intent.isVisuallyEqual(display, before)
    let isUndone = transition.isVisible && Self.isUndone(newestIntent, display)
    // A change that other users made in the same event is not a rollback.
    if transition.cause == .rollback, !isUndone { transition.cause = .external }
    if let failure = transition.failure, isUndone || transition.isFailureAlwaysShown {
      self.failure = failure
      transition.notice = .failure(failure)
    } else if let (tap, clamp) = transition.adjustment,
      transition.isVisible || !transition.isAdjustmentTiedToChange
    {
      transition.notice = .adjustment(tap: tap, clamp)
      if queued?.tap == tap { queue.queued?.notified = clamp }
    } else if undoable == transition.now {
      transition.notice = .undoable(tap: transition.now)
    }
  }

  /// Whether the result of the user's newest intent was visibly undone.
  ///
  /// If an absolute intent would still change nothing, its result is displayed. A relative intent
  /// can't be recognized in the value, so every visible change counts.
  private static func isUndone(_ newestIntent: Intent?, _ display: Value) -> Bool {
    guard let newestIntent, newestIntent.isAbsolute else { return true }
    return newestIntent.applied(to: display) != display
  }

  mutating func tap(_ intent: Intent, _ transition: inout Transition) {
    failure = nil
    transition.cause = .user
    let former = queued
    if let former { transition.effects.append(.resolve(former.tap, .merged)) }
    queue.releaseHold()  // The network may be back.
    if inFlight?.delay?.isForNetwork == true { resume(&transition) }
    if intent.isAbsolute { queue.renewBounds() }
    let shown = queued.flatMap { Self.asDisplayed($0.intent, on: predicted) }
    let wanted = shown?.merged(with: intent) ?? intent
    let (left, adjustment) = Self.underLimits(wanted, on: predicted)
    transition.adjustment = adjustment.map { [now = transition.now] in (now, $0) }
    // A tap that a learned limit clamps makes the reducer check that the limit still applies. So
    // does a tap that changes nothing while a limit is known: an editor may have clamped the
    // number.
    let isAtLimit = left == nil && shown == nil && inFlight == nil
    if adjustment != nil || isAtLimit && Intent.limit(of: confirmed) != nil {
      readOnceInAnInterval(&transition)
    }
    let isKept = wanted.isAbsolute && adjustment == nil && keepsAbsoluteIntents
    if let effective = isKept ? wanted : left {
      queue.queued = QueuedIntent(
        intent: effective, tap: transition.now, adjustment: adjustment)
      if policy.delaysSending { delaySending(former, &transition) }
    } else {
      queue.drop()
      transition.effects.append(.resolve(transition.now, Self.nothingLeft(adjustment)))
      if policy.delaysSending { keepRemoval(transition) }
    }
  }

  /// A queued intent as the display shows it; later taps were made on that.
  ///
  /// A limit may have clamped it. An absolute intent stays even if it changes nothing now, since the
  /// server may have another value; `nil` if nothing of the intent is shown.
  static func asDisplayed(_ intent: Intent, on value: Value) -> Intent? {
    if let effective = intent.effective(on: value) { return effective }
    return intent.isAbsolute && intent.applied(to: value) == value ? intent : nil
  }

  /// The intent clamped to the limits of a value, and the clamp as an adjustment.
  static func underLimits(
    _ intent: Intent, on value: Value
  ) -> (intent: Intent?, adjustment: Adjustment<Value>?) {
    let effective = intent.effective(on: value)
    let wanted = intent.applied(to: value)
    let actual = effective?.applied(to: value) ?? value
    guard actual != wanted else { return (effective, nil) }
    let limit = Intent.limit(of: value)
    return (effective, Adjustment(requested: wanted, actual: actual, limit: limit))
  }

  /// The resolution of a tap whose intent changes nothing, perhaps because of a clamp.
  static func nothingLeft(_ adjustment: Adjustment<Value>?) -> Resolution<Value> {
    adjustment.map { .limited($0.limit) } ?? .unchanged
  }

  /// Sends the queued intent if nothing is in flight and it waits for nothing: no network, pause,
  /// grace period or turn.
  private mutating func sendNext(_ transition: inout Transition) {
    guard !isMutationInFlight else { return }
    guard let next = queued else { return leaveLane(&transition) }
    // In a pause it keeps its turn, since no other item may send either.
    if queue.isPaused, !queue.isInGrace { return }
    let (allowed, adjustment) = Self.underLimits(next.intent, on: confirmed)
    let isKept = next.intent.isAbsolute && adjustment == nil && keepsAbsoluteIntents
    let effective = isKept ? next.intent : allowed
    let isDropped = effective == nil && !queue.hidesAnEarlierTap
    // A held intent waits, unless it changes nothing; its clamp is reported when it is sent.
    if queue.isHeld, !isDropped || adjustment != nil { return leaveLane(&transition) }
    // A clamp is reported once, when it is displayed or sent, however long the intent waits. If it
    // leaves nothing after a reply that adjusted another tap, the reply has the reason.
    if let adjustment, adjustment != next.notified, !isDropped || transition.adjustment == nil {
      transition.adjust(adjustment, tap: next.tap)
    }
    guard !isDropped else {
      queue.drop()
      transition.effects.append(.resolve(next.tap, Self.nothingLeft(adjustment)))
      return leaveLane(&transition)
    }
    guard let effective, !queue.isInGrace else {
      leaveLane(&transition)
      return keepInQueue(next, adjustment, &transition)
    }
    guard policy.lanes == .perItem || queue.hasTurn else {
      if queue.requestTurn() { transition.effects.append(.requestTurn) }
      return keepInQueue(next, adjustment, &transition)
    }
    let spent = queue.take()
    send(
      effective, tap: next.tap, adjustment: adjustment ?? next.adjustment, spent, &transition)
  }

  /// Leaves an intent in the queue; a clamp is then reported only if it changes the display.
  private mutating func keepInQueue(
    _ next: QueuedIntent<Intent>, _ adjustment: Adjustment<Value>?, _ transition: inout Transition
  ) {
    if adjustment != next.notified { queue.queued?.notified = nil }
    transition.isAdjustmentTiedToChange = adjustment != nil
  }

  /// Sends an intent under a new key; it has used up a part of the policy's bounds before.
  mutating func send(
    _ intent: Intent, tap: LogicalTime, adjustment: Adjustment<Value>?, _ spent: Spent,
    _ transition: inout Transition
  ) {
    inFlight = InFlight(
      intent: intent, tap: tap, adjustment: adjustment, key: transition.now, rebases: spent.rebases,
      versionWhenSent: version, phase: .sent(transition.now))
    if spent.waited > .zero || spent.refusals > 0 {
      inFlight?.attempts.waited = spent.waited
      inFlight?.attempts.refusedBefore = spent.refusals
    }
    transition.effects.append(
      .send(intent, key: transition.now, attempt: 1, version: truth.revision.exact))
  }

  /// Releases an unused turn, so that the other items of the lane can send.
  mutating func leaveLane(_ transition: inout Transition) {
    if queue.releaseTurn() { transition.effects.append(.releaseTurn) }
  }

  /// Starts the requests and reads that wait for a delay or for the network.
  private mutating func flush(_ transition: inout Transition) {
    queue.releaseHold()
    refresh.wake()
    if let delay = inFlight?.delay, !delay.isAskedFor { resume(&transition) }
  }

  /// Ends the delay of the in-flight mutation.
  private mutating func resume(_ transition: inout Transition) {
    if case .waitingToReadBack(_, let readBack) = inFlight?.phase {
      self.readBack(readBack, &transition)
    } else {
      resend(&transition)
    }
  }

  /// Handles the end of a delay; a stale timer is ignored.
  private mutating func elapsed(_ timer: OptimisticTimer, _ transition: inout Transition) {
    guard isWaiting(for: timer) else { return }
    switch timer {
    case .timeout(let request):
      if inFlight?.request == request {
        reply(request, .failure(.unknownOutcome), &transition)
      } else {
        finishRead(request, .failed, &transition)
      }
    case .retry(let began):
      let isDue = inFlight?.delay?.began == began
      if inFlight?.attempts.offlineSince == began { inFlight?.attempts.endWaitForNetwork() }
      if isDue { resume(&transition) }
    case .refresh: refresh.endDelay()
    case .pause: queue.endPause()
    case .grace: queue.endGrace()
    case .hold:
      if queue.expire() { failOffline(&transition) }
    case .listCheck:
      if refresh.endListCheckInterval(at: transition.now) {
        transition.effects.append(.schedule(.listCheck(transition.now), policy.listCheckInterval))
      }
    case .limits:
      let isPending = inFlight != nil || queued != nil
      if truth.endLimits(isPending: isPending, at: transition.now) {
        // A lifetime of zero would wake the app all the time while a tap is pending.
        let lifetime = max(policy.limitLifetime, isPending ? .seconds(1) : .zero)
        transition.effects.append(.schedule(.limits(transition.now), lifetime))
      }
    }
  }

  /// Whether the end of a delay would still have an effect.
  ///
  /// Inlined, so that an item need not copy its whole state to ask: 3 % of a cart's cycle.
  @inline(__always) package func isWaiting(for timer: OptimisticTimer) -> Bool {
    switch timer {
    case .timeout(let began):
      inFlight?.request == began || inFlight?.read == began || refresh.reading == began
    case .retry(let began):
      inFlight?.delay?.began == began || inFlight?.attempts.offlineSince == began
    case .refresh(let began): refresh.delay?.began == began
    case .hold(let began): queue.isWaiting(since: began)
    case .pause(let began): queue.isPaused(since: began)
    case .grace(let began): queue.isInGrace && queue.grace?.began == began
    case .listCheck(let began): refresh.listCheckBegan == began
    case .limits(let began): truth.hasLimits(since: began)
    }
  }

  private mutating func failOffline(_ transition: inout Transition) {
    guard queued != nil else { return }
    failQueued(.offline, &transition)
    transition.failure = failure
  }

  /// Fails the queued intent; the caller decides whether the failure is reported.
  mutating func failQueued(_ error: ServiceError, _ transition: inout Transition) {
    guard let lost = queued else { return }
    dropQueued(lost, error, &transition)
    keep(Failure(intent: lost.intent, tap: lost.tap, error: error), transition)
  }

  /// Drops the queued intent and resolves its tap; the caller decides whether the failure is kept.
  private mutating func dropQueued(
    _ lost: QueuedIntent<Intent>, _ error: ServiceError, _ transition: inout Transition
  ) {
    transition.cause = .rollback
    queue.drop()
    transition.effects.append(.resolve(lost.tap, .failed(error)))
  }

  /// Keeps a failure if it rolled back something visible.
  private mutating func keep(_ failure: Failure, _ transition: Transition) {
    if !Intent.isVisuallyEqual(display, transition.display) { self.failure = failure }
  }

  /// Fails the intents that the server has not applied, because another item's failure concerns them.
  ///
  /// That item reports the failure. Taps that cancel each other out roll back nothing together.
  private mutating func failUnapplied(_ error: ServiceError, _ transition: inout Transition) {
    guard let inFlight, inFlight.isUnapplied else { return failQueued(error, &transition) }
    var lost = inFlight.intent
    if let queued {
      lost = lost.merged(with: queued.intent)
      dropQueued(queued, error, &transition)
    }
    transition.cause = .rollback
    settle(inFlight, .failed(error), nil, effect: .none, &transition)
    keep(Failure(intent: lost, tap: inFlight.tap, error: error), transition)
  }

  /// Rolls the queued intent back, and the in-flight mutation unless it may have been applied.
  ///
  /// If it may have been applied, its result stays displayed, since its outcome will not be
  /// reported.
  private mutating func end(unsent: LogicalTime?, _ transition: inout Transition) {
    transition.cause = .rollback
    if let queued { transition.effects.append(.resolve(queued.tap, .canceled)) }
    queue.drop()
    if let inFlight {
      transition.effects.append(.resolve(inFlight.tap, .canceled))
      if inFlight.mayBeApplied(unsent: unsent) { truth.assume(predicted) }
    }
    inFlight = nil
    refresh = Refresh()
    hasEnded = true
  }
}
