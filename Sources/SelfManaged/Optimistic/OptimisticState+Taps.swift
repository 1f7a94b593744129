internal import Components

// Taps and undos, and how the queued intent is sent.
extension OptimisticState {
  mutating func tap(_ intent: Intent, _ step: inout Transition) {
    failure = nil
    step.cause = .user
    let former = queued
    if let former { step.resolve(former.tap, .merged) }
    // The network may be back, and a read that failed may succeed now.
    if inFlight?.wait?.reason == .deadline { inFlight?.phase = .waiting(nil) }
    if !readsNothing, readPhase != .impossible { reading.retry() }
    let shown = former.flatMap { Self.asDisplayed($0.intent, on: predicted) }
    let wanted = shown?.merged(with: intent) ?? intent
    let (left, clamp) = Self.underLimits(wanted, on: predicted)
    step.adjustment = clamp.map { [now = step.now] in (now, $0) }
    // The limit may be outdated. If the tap changes nothing, the editor may have clamped the number.
    let isAtLimit = left == nil && inFlight == nil && Intent.limit(of: confirmed) != nil
    let next = left ?? ifUnproven(wanted, clamp)
    if clamp != nil || isAtLimit { reading.doubtOnceInAnInterval(&step) }
    guard let next else {
      queued = nil
      step.resolve(step.now, Self.nothingLeft(clamp))
      removal = newRemoval(before: nil, step)
      return
    }
    queued = QueuedIntent(
      intent: next, tap: step.now, clamp: clamp, budget: former?.budget.renewed ?? Budget())
    // Only time ends the wait for a busy server. The network may be back.
    if former?.wait?.reason == .busy { queued?.wait = former?.wait }
    if step.policy.delaysSending { delaySending(after: former, &step) }
  }

  /// An absolute intent that changes nothing is kept, unless the value is certain.
  ///
  /// The one condition under which a tap, a queued intent and a rebased one are dropped as unchanged.
  func ifUnproven(_ intent: Intent, _ clamp: Adjustment<Value>?) -> Intent? {
    intent.isAbsolute && clamp == nil && !isCertain ? intent : nil
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
  ) -> (intent: Intent?, clamp: Adjustment<Value>?) {
    let effective = intent.effective(on: value)
    let wanted = intent.applied(to: value)
    let actual = effective?.applied(to: value) ?? value
    guard actual != wanted else { return (effective, nil) }
    let limit = Intent.limit(of: value)
    return (effective, Adjustment(requested: wanted, actual: actual, limit: limit))
  }

  /// The resolution of a tap whose intent changes nothing, perhaps because of a clamp.
  static func nothingLeft(_ clamp: Adjustment<Value>?) -> Resolution<Value> {
    clamp.map { .limited($0.limit) } ?? .unchanged
  }

  // MARK: Grace

  /// Begins, continues or ends the grace period, after a tap was queued.
  ///
  /// A removal begins a grace period, and so does the first tap of a burst. It continues with a
  /// further tap that leaves the value removed, or that belongs to the burst. Any other tap ends it.
  private mutating func delaySending(
    after former: QueuedIntent<Intent>?, _ step: inout Transition
  ) {
    let display = display
    if let removal, removal.wait != nil, Intent.isRemoval(from: removal.display, to: display) {
      return
    }
    removal = newRemoval(before: former, step)
    if let delay = step.policy.grace, removal != nil {
      removal?.wait = step.schedule(.grace, delay)
    } else if former?.wait?.reason == .grace {
      queued?.wait = former?.wait
    } else if former == nil, inFlight == nil, let delay = step.policy.coalescingDelay {
      queued?.wait = step.schedule(.grace, delay)
    }
  }

  /// The removal that a tap makes, if it makes one that can be undone.
  private func newRemoval(
    before: QueuedIntent<Intent>?, _ step: Transition
  ) -> Removal<Intent>? {
    guard step.policy.grace != nil, Intent.isRemoval(from: step.before, to: display) else {
      return nil
    }
    var removal = Removal(tap: step.now, before: before, display: step.before)
    if before?.wait?.reason == .grace { removal.before?.wait = nil }  // The burst is over.
    return removal
  }

  /// Whether the last removal is queued, so that an undo drops it; if not, an undo is a new intent.
  func isQueued(_ removal: Removal<Intent>) -> Bool {
    queued.map { $0.tap >= removal.tap } ?? false
  }

  /// Undoes a removal: drops it if it was not sent, or else restores the value with a new intent.
  ///
  /// The event counts as a tap.
  mutating func undo(_ step: inout Transition) {
    guard let removal,
      removal.wait != nil || Intent.isRemoval(from: removal.display, to: display)
    else { return step.resolve(step.now, .unchanged) }
    self.removal = nil
    guard isQueued(removal), let undone = queued else {
      guard let intent = Intent.restoring(removal.display) else {
        return step.resolve(step.now, .unchanged)
      }
      return tap(intent, &step)
    }
    failure = nil
    step.cause = .user
    step.resolve(undone.tap, .undone)
    queued = removal.before
    queued?.tap = step.now
    // The mutation before it may have had another result since, and the undo removes nothing.
    if Intent.isRemoval(from: removal.display, to: display) { queued = nil }
    if queued == nil { step.resolve(step.now, .unchanged) }
  }

  /// Forgets a sent removal that failed or turned out to have removed nothing, so that it can't be
  /// undone.
  mutating func forgetRemoval(after resolution: Resolution<Value>) {
    guard let removal, removal.wait == nil, !isQueued(removal) else { return }
    let hasFailed = if case .failed = resolution { true } else { false }
    if hasFailed || !Intent.isRemoval(from: removal.display, to: confirmed) { self.removal = nil }
  }

  // MARK: Sending

  /// Sends the queued intent if nothing is in flight, it waits for nothing, and the gate is open.
  ///
  /// An in-flight mutation whose wait is over is sent again.
  mutating func sendNext(_ step: inout Transition) {
    let isUnreachable = step.gate == .unreachable
    if isUnreachable, !step.policy.holdsOffline, let queued, queued.tap == step.now || isReady {
      failQueued(.offline, &step)
    }
    if let inFlight {
      if inFlight.phase == .waiting(nil), step.gate.isPassable { resend(inFlight, &step) }
      return
    }
    guard let next = queued else { return }
    let (left, clamp) = Self.underLimits(next.intent, on: confirmed)
    let leaves = step.gate == .open && isReady
    // While it waits, only a clamp that changes the display is reported.
    if let clamp, clamp != next.clamp,
      left == nil || leaves || !Intent.isVisuallyEqual(clamp.actual, step.before)
    {
      // If nothing is left, a reply that adjusted another tap has the reason already.
      if left != nil || step.adjustment == nil { step.adjust(clamp, tap: next.tap) }
      queued?.clamp = clamp
    }
    guard let intent = left ?? ifUnproven(next.intent, clamp) else {
      if let removal, removal.wait != nil, removal.before != nil { return }  // An undo shows it.
      queued = nil
      removal = nil
      return step.resolve(next.tap, Self.nothingLeft(clamp))
    }
    if isUnreachable, step.policy.holdsOffline { return waitForNetwork(&step) }
    guard leaves else { return }
    queued = nil
    send(intent, tap: next.tap, clamp: clamp ?? next.clamp, next.budget, &step)
  }

  /// Makes the queued intent wait for the network, at most until its deadline.
  mutating func waitForNetwork(_ step: inout Transition) {
    guard case .hold(let longest) = step.policy.offline, queued?.budget.isOverdue == false else {
      return failQueued(.offline, &step)
    }
    guard queued?.wait?.reason != .busy else { return }
    let deadline = queued?.budget.deadline ?? step.schedule(.deadline, longest)
    queued?.budget.deadline = deadline
    queued?.wait = deadline
  }

  /// Sends an intent under a new key.
  mutating func send(
    _ intent: Intent, tap: LogicalTime, clamp: Adjustment<Value>?, _ budget: Budget,
    _ step: inout Transition
  ) {
    inFlight = InFlight(
      intent: intent, tap: tap, clamp: clamp, key: step.now, budget: budget, phase: .sent(step.now))
    step.effects.append(
      .send(intent, key: step.now, attempt: 1, version: truth.exactVersion))
  }

  /// Sends the in-flight mutation again under the same key.
  private mutating func resend(_ mutation: InFlight, _ step: inout Transition) {
    let attempt = mutation.attempt + 1
    inFlight?.attempt = attempt
    inFlight?.phase = .sent(step.now)
    step.effects.append(
      .send(
        mutation.intent, key: mutation.key, attempt: attempt, version: truth.exactVersion))
  }

  /// Fails the queued intent.
  ///
  /// - Parameters:
  ///   - error: The reason.
  ///   - step: The transition.
  ///   - isReportedElsewhere: Whether another item reports the failure; this one only keeps it.
  mutating func failQueued(
    _ error: ServiceError, _ step: inout Transition, isReportedElsewhere: Bool = false
  ) {
    guard let lost = queued else { return }
    (queued, removal) = (nil, nil)
    step.cause = .rollback
    step.resolve(lost.tap, .failed(error))
    let failure = Failure(intent: lost.intent, tap: lost.tap, error: error)
    if !isReportedElsewhere {
      step.failure = step.failure ?? failure
    } else if !Intent.isVisuallyEqual(display, step.before) {
      self.failure = failure
    }
  }
}
