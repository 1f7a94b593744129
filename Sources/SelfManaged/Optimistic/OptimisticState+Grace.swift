internal import Components

// The delay before an intent is sent: for an undo, or to coalesce a burst.
extension OptimisticState {
  /// The logical time of the removal that can be undone before it is sent.
  package var undoable: LogicalTime? {
    guard queue.hasGrace, case .undoable(let removal) = queue.grace else { return nil }
    return removal.tap
  }

  /// The logical time of the last removal, while an undo of it has an effect.
  package var lastRemoval: LogicalTime? { queue.grace?.removal?.tap }

  /// Whether the last removal is queued, so that an undo drops it; if not, an undo is a new intent.
  package var isRemovalQueued: Bool {
    guard queue.hasGrace, let removal = queue.grace?.removal, let queued else { return false }
    return queued.tap >= removal.tap
  }

  /// Whether the queued intent waits for an undo or for more taps.
  package var isInGrace: Bool { queue.isInGrace }

  /// Begins, continues or ends the grace period, after a tap was queued.
  ///
  /// A removal begins a grace period, and so does the first tap of a burst. It continues with a
  /// further tap that leaves the value removed, or that belongs to the burst. Any other tap ends it.
  mutating func delaySending(_ former: QueuedIntent<Intent>?, _ transition: inout Transition) {
    let display = display
    let isRemoval = Intent.isRemoval(from: transition.display, to: display)
    switch queue.grace {
    case .undoable(let removal)? where Intent.isRemoval(from: removal.display, to: display): return
    case .coalescing? where !isRemoval || policy.grace == nil: return
    default: queue.grace = nil
    }
    if isRemoval, let delay = policy.grace {
      let removal = Grace<Intent>.Removal(
        tap: transition.now, queued: former, display: transition.display)
      begin(.undoable(removal), delay, &transition)
    } else if former == nil, !isMutationInFlight, let delay = policy.coalescingDelay {
      begin(.coalescing(transition.now), delay, &transition)
    }
  }

  /// Keeps a removal that needs no separate intent, so that an undo of it has an effect.
  ///
  /// It needs none if it cancels out the queued taps, or if another removal is in flight.
  mutating func keepRemoval(_ transition: Transition) {
    guard policy.grace != nil, Intent.isRemoval(from: transition.display, to: display) else {
      return
    }
    queue.grace = .over(
      Grace<Intent>.Removal(tap: transition.now, queued: nil, display: transition.display))
  }

  /// Forgets a sent removal that failed or turned out to have removed nothing, so that it can't be
  /// undone.
  mutating func forgetRemoval(after resolution: Resolution<Value>) {
    guard case .over(let removal) = queue.grace, !isRemovalQueued else { return }
    let hasFailed = if case .failed = resolution { true } else { false }
    if hasFailed || !Intent.isRemoval(from: removal.display, to: confirmed) { queue.grace = nil }
  }

  private mutating func begin(
    _ grace: Grace<Intent>, _ delay: Duration, _ transition: inout Transition
  ) {
    queue.grace = grace
    transition.effects.append(.schedule(.grace(transition.now), delay))
  }

  /// Undoes a removal: drops it if it was not sent, or else restores the value with a new intent.
  ///
  /// The event counts as a tap.
  mutating func undo(_ transition: inout Transition) {
    guard let removal = queue.grace?.removal,
      Intent.isRemoval(from: removal.display, to: display) || undoable != nil
    else {
      return transition.effects.append(.resolve(transition.now, .unchanged))
    }
    guard isRemovalQueued else {
      queue.grace = nil
      guard let intent = Intent.restoring(removal.display) else {
        return transition.effects.append(.resolve(transition.now, .unchanged))
      }
      return tap(intent, &transition)
    }
    failure = nil
    transition.cause = .user
    if let queued { transition.effects.append(.resolve(queued.tap, .undone)) }
    queue.restore(removal.queued, tap: transition.now)
    // The mutation before it may have had another result since, and the undo removes nothing.
    if queued != nil, Intent.isRemoval(from: removal.display, to: display) { queue.drop() }
    if queued == nil { transition.effects.append(.resolve(transition.now, .unchanged)) }
  }
}
