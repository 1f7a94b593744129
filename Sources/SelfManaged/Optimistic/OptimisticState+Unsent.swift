// Requests that were never sent, because of a pause of the session or without the network.
extension OptimisticState {
  /// Handles a request or a read that the session did not send.
  ///
  /// A pause is no attempt: it counts only toward the longest time that an intent or a read waits.
  mutating func notSent(
    _ began: LogicalTime, _ obstacle: Obstacle, _ transition: inout Transition
  ) {
    guard case .pause(let remaining) = obstacle else {
      reply(began, .failure(.offline), &transition)
      return finishRead(began, .failed, &transition)
    }
    if let inFlight, inFlight.request == began || inFlight.read == began {
      let waited = inFlight.attempts.waited + remaining
      if policy.allowsWait(waited) {
        wait(inFlight, for: remaining, waited: waited, &transition)
      } else {
        endLongWait(inFlight, after: remaining, &transition)
      }
    } else if refresh.wait(remaining, insteadOf: began, policy, at: transition.now) {
      transition.effects.append(.schedule(.refresh(transition.now), remaining))
    }
  }

  /// Makes the in-flight mutation wait for the end of the session's pause.
  ///
  /// An intent that was never sent goes back to the queue, so that later taps join it.
  private mutating func wait(
    _ mutation: InFlight, for remaining: Duration, waited: Duration,
    _ transition: inout Transition
  ) {
    let now = transition.now
    if mutation.attempts.number == 1, mutation.request != nil {
      resolveDeferred(isRefused: true, &transition)
      putBack(mutation, &transition)
      var spent = mutation.spent
      spent.waited = waited
      queue.wait(forPauseAt: now, spent)
      return transition.effects.append(.schedule(.pause(now), remaining))
    }
    inFlight?.attempts.waited = waited
    if case .readingBack(_, let readBack) = mutation.phase {
      waitToReadBack(readBack, .backOff(now), remaining, &transition)
    } else {
      waitToResend(.backOff(now), remaining, &transition)
    }
  }

  /// Ends the wait for pauses that together are longer than the policy allows.
  private mutating func endLongWait(
    _ mutation: InFlight, after remaining: Duration, _ transition: inout Transition
  ) {
    if case .readingBack(let read, let readBack) = mutation.phase {
      finishReadBack(readBack, began: read, .unavailable, &transition)
    } else {
      recover(mutation, from: .busy(after: remaining), &transition)
    }
  }

  /// Makes an intent whose request was never sent wait for the network.
  mutating func requeue(
    _ mutation: InFlight, within longest: Duration, _ transition: inout Transition
  ) {
    resolveDeferred(isRefused: true, &transition)
    putBack(mutation, &transition)
    queue.keep(mutation.spent)
    guard isUnproven || queued?.intent.effective(on: confirmed) != nil else {
      return queue.endHold()  // Nothing is left to send, so `sendNext` drops the intent.
    }
    if queue.wait(since: transition.now) {
      transition.effects.append(.schedule(.hold(transition.now), longest))
    }
  }

  /// Puts an intent whose request was never sent back at the head of the queue.
  ///
  /// If a removal behind it is undone, the undo restores the intent.
  private mutating func putBack(_ mutation: InFlight, _ transition: inout Transition) {
    inFlight = nil
    let first = QueuedIntent<Intent>(
      intent: mutation.intent, tap: mutation.tap, adjustment: mutation.adjustment)
    if queued != nil { transition.effects.append(.resolve(mutation.tap, .merged)) }
    if isRemovalQueued, var removal = queue.grace?.removal {
      removal.queued = coalesced(first, removal.queued)
      queue.grace = queue.grace?.with(removal)
    }
    queue.queued = coalesced(first, queued)
  }

  /// Coalesces an intent with the taps behind it.
  private func coalesced(
    _ first: QueuedIntent<Intent>, _ later: QueuedIntent<Intent>?
  ) -> QueuedIntent<Intent> {
    guard var all = later else { return first }
    let shown = Self.asDisplayed(first.intent, on: confirmed)
    all.intent = shown?.merged(with: all.intent) ?? all.intent
    return all
  }
}
