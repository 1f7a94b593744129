internal import Components

// The ends of waits, and the end of the session.
extension OptimisticState {
  /// Whether the end of a wait would still have an effect.
  @inline(__always) package func isWaiting(for wait: Wait) -> Bool {
    switch wait.reason {
    case .timeout: request == wait.began || readBegan == wait.began
    case .deadline: inFlight?.budget.deadline == wait || queued?.budget.deadline == wait
    case .grace: removal?.wait == wait || queued?.wait == wait
    case .recheck: reading.recheck?.wait == wait
    case .limits: limits == wait
    case .retry, .busy:
      inFlight?.wait == wait || queued?.wait == wait || reading.wait == wait
    }
  }

  /// Handles the end of a wait; a stale one is ignored.
  mutating func end(_ wait: Wait, _ step: inout Transition) {
    guard isWaiting(for: wait) else { return }
    switch wait.reason {
    case .timeout:
      if let inFlight, inFlight.request == wait.began {
        recover(inFlight, from: .unknownOutcome, &step)
      } else {
        finishRead(wait.began, .failed, &step)
      }
    case .deadline: endDeadline(wait, &step)
    case .recheck: reading.endRecheck(&step)
    case .limits:
      limits = nil
      if inFlight == nil, queued == nil { truth.forgetLimits() }
      noteLimits(&step)
    case .grace, .retry, .busy:
      if removal?.wait == wait { removal?.wait = nil }
      if removal?.before?.wait == wait { removal?.before?.wait = nil }
      if queued?.wait == wait { queued?.wait = nil }
      if inFlight?.wait == wait { inFlight?.phase = .waiting(nil) }
      reading.end(wait)
    }
  }

  /// Ends all that an intent may wait for: the network, or the outcome of a lost attempt.
  private mutating func endDeadline(_ wait: Wait, _ step: inout Transition) {
    if queued?.budget.deadline == wait { queued?.budget.isOverdue = true }
    if inFlight?.budget.deadline == wait { inFlight?.budget.isOverdue = true }
    guard let inFlight else {
      if queued?.wait == wait { failQueued(.offline, &step) }
      return
    }
    // A request that is pending ends by its reply or its timeout.
    guard inFlight.budget.isOverdue, inFlight.isUncertain, inFlight.request == nil else { return }
    ask(.outcome, inFlight, inFlight.question?.error ?? .unknownOutcome, &step)
  }

  /// Ends the waits for the network and for a retry; only time ends a busy server's.
  mutating func proceed() {
    if queued?.wait?.reason == .deadline { queued?.wait = nil }
    if removal?.before?.wait?.reason == .deadline { removal?.before?.wait = nil }
    if let wait = inFlight?.wait, wait.reason != .busy { inFlight?.phase = .waiting(nil) }
    reading.retry()
  }

  /// Ends the time to undo, and the wait for more taps.
  mutating func endGrace() {
    removal?.wait = nil
    if queued?.wait?.reason == .grace { queued?.wait = nil }
  }

  /// Ends the item with its session.
  ///
  /// A mutation that may have been applied stays displayed, since its outcome will not be reported.
  mutating func end(unsent: LogicalTime?, _ step: inout Transition) {
    step.cause = .rollback
    if let queued { step.resolve(queued.tap, .canceled) }
    if let inFlight {
      step.resolve(inFlight.tap, .canceled)
      let hasLeft = inFlight.request != nil && inFlight.request != unsent
      if inFlight.isUncertain || hasLeft {
        truth.change(to: predicted, at: step.now)
      }
    }
    (inFlight, queued, removal, reading, limits) = (nil, nil, nil, Reading(), nil)
    hasEnded = true
  }
}
