internal import Components

extension OptimisticState {
  /// A reply; one that is not to the request under way (a duplicate, or late) is ignored.
  mutating func reply(
    _ request: Stamp, _ result: Result<Answer, ServiceError>, _ outcome: inout Outcome
  ) {
    guard let flight, flight.phase == .sent(request) else { return }
    switch result {
    case .success(let answer):
      succeed(flight, answer, &outcome)
    case .failure(let error):
      if flight.attempt > 1 {
        refuseAgain(flight, error, &outcome)
      } else {
        switch error.code {
        case .unknownOutcome: lose(flight, error, &outcome)
        case .conflict: decideAnew(flight, error, &outcome)
        case .offline: stayHome(flight, error, &outcome)
        default: fail(flight, error, &outcome)
        }
      }
    }
  }

  /// A later attempt failed.
  ///
  /// That says nothing about the first, which may have been carried out, so nothing is undone
  /// before the server has told its value.
  private mutating func refuseAgain(
    _ flight: Flight, _ error: ServiceError, _ outcome: inout Outcome
  ) {
    switch error.code {
    case .unknownOutcome, .offline:
      lose(flight, .unknownOutcome, &outcome)
    case .conflict:
      flight.intent.isAbsolute
        ? decideAnew(flight, error, &outcome) : ask(.unknownOutcome, &outcome)
    default:
      let isTold = Intent.answer(in: error).map(tells) ?? false
      guard isTold || error.reach != .intent else { return ask(error, &outcome) }
      fail(flight, error, &outcome)
      needsRead = true  // What the refusal carries may be a part of the truth.
    }
  }

  private mutating func succeed(_ flight: Flight, _ answer: Answer, _ outcome: inout Outcome) {
    // Predicted from the intent alone: the limits known so far are what the answer may prove wrong.
    let requested = flight.intent.applied(to: confirmed)
    var resolution = flight.success
    // Without versions nobody can tell whether the reply or what came meanwhile is newer.
    if answer.version == nil, adoptedAt > flight.key { needsRead = true }
    if let told = answer.version, let floor = flight.floor, told < floor, version == floor {
      // It answers a change that was made on a later version: the server began to count anew.
      version = nil
      needsRead = true
    }
    if adopt(answer, over: landed) {
      outcome.cause = .confirm
      let actual = confirmed
      if let adjustment = flight.intent.adjustment(
        requested: requested, actual: actual, answer: answer)
      {
        outcome.cause = .adjust
        outcome.adjustment = (flight.tap, adjustment)
        resolution = .adjusted(adjustment)
      }
    } else {
      needsRead = true
    }
    land(flight, resolution, answer, &outcome)
  }

  /// The server refused.
  ///
  /// It may have told what is true, which is then believed; a limit that it names is learned.
  private mutating func fail(_ flight: Flight, _ error: ServiceError, _ outcome: inout Outcome) {
    outcome.cause = .rollback
    let answer = Intent.answer(in: error)
    if let answer {
      let wasPast = isPastVersion
      adopt(answer, over: confirmed)
      if answer.version == nil { isPastVersion = wasPast }  // A refusal changes nothing.
    }
    var lost = flight.intent
    if error.reach != .intent {
      if let queued { lost = lost.merged(with: queued.intent) }
      failQueued(error, &outcome)
      outcome.isLoud = true
      outcome.effects.append(.spread(error))
    }
    let resolution =
      flight.attempt > 1 ? verdict(on: flight, error, answer, &outcome) : .failed(error)
    if outcome.isLoud || outcome.cause == .rollback {
      outcome.failure = Failure(intent: lost, tap: flight.tap, error: error)
    }
    land(flight, resolution, answer, isRefused: true, &outcome)
  }

  /// Whether an answer settles what the flight came to: what it leaves out makes no difference to that.
  private func tells(_ answer: Answer) -> Bool {
    Intent.looksSame(
      Intent.value(from: answer, over: confirmed, before: confirmed),
      Intent.value(from: answer, over: landed, before: landed))
  }

  private func isNewer(_ answer: Answer) -> Bool {
    guard let told = answer.version else { return false }
    return told > version ?? .min
  }

  /// What became of a flight that was sent and not answered, by what the server told afterwards.
  ///
  /// Of an addition that tells nothing: nobody knows whether the number contains it.
  private func verdict(
    on flight: Flight, _ error: ServiceError, _ answer: Answer?, _ outcome: inout Outcome
  ) -> Resolution<Value> {
    guard let answer, flight.intent.isAbsolute, tells(answer) else {
      return flight.isRefused(by: error) ? .failed(error) : .uncertain(error)
    }
    guard flight.intent.effective(on: confirmed) == nil else {
      return error.code == .unknownOutcome ? .uncertain(error) : .failed(error)
    }
    outcome.cause = .confirm
    let wanted = flight.intent.applied(to: confirmed)
    guard
      let adjustment = flight.intent.adjustment(
        requested: wanted, actual: confirmed, answer: answer)
    else { return flight.success }
    outcome.cause = .adjust
    outcome.adjustment = (flight.tap, adjustment)
    return .adjusted(adjustment)
  }

  /// The flight is over.
  private mutating func land(
    _ flight: Flight, _ resolution: Resolution<Value>, _ answer: Answer?, isRefused: Bool = false,
    _ outcome: inout Outcome
  ) {
    self.flight = nil
    hold = nil
    settledAt = outcome.now
    outcome.effects.append(.resolve(flight.tap, resolution))
    unpark(flightWasRefused: isRefused && answer == nil)
    leaveLane(&outcome)
  }

  /// No reply came.
  ///
  /// What may be sent twice is, under the same key; about the rest the server is asked.
  private mutating func lose(_ flight: Flight, _ error: ServiceError, _ outcome: inout Outcome) {
    guard flight.intent.isAbsolute || policy.honorsIdempotencyKeys,
      flight.attempt <= policy.retryDelays.count
    else { return ask(error, &outcome) }
    self.flight?.phase = .backingOff(outcome.now, error)
    outcome.effects.append(.schedule(policy.retryDelays[flight.attempt - 1]))
  }

  mutating func resend(_ outcome: inout Outcome) {
    guard var next = flight else { return }
    next.attempt += 1
    next.phase = .sent(outcome.now)
    flight = next
    outcome.effects.append(
      .send(next.intent, key: next.key, attempt: next.attempt, version: confirmedVersion))
  }

  /// Asks the server for its value, to learn what became of the flight.
  mutating func ask(_ error: ServiceError, _ outcome: inout Outcome) {
    flight?.reads += 1
    flight?.phase = .asking(outcome.now, error)
    outcome.effects.append(.read)
  }

  /// The server refused because its value has moved on: the intent is decided anew on the new value.
  private mutating func decideAnew(
    _ flight: Flight, _ error: ServiceError, _ outcome: inout Outcome
  ) {
    guard flight.conflicts < policy.maximumConflictRetries else {
      // A later attempt may conflict with the first, which was carried out and not answered.
      return flight.attempt > 1 ? ask(.unknownOutcome, &outcome) : fail(flight, error, &outcome)
    }
    self.flight?.conflicts += 1
    if let answer = Intent.answer(in: error), tells(answer) || isNewer(answer) {
      adopt(answer, over: confirmed)
      settledAt = outcome.now
      unpark(flightWasRefused: false)
      sendAnew(&outcome)
    } else {
      ask(error, &outcome)
    }
  }

  /// Sends the intent under a new key: the old one stands for a request that was refused.
  private mutating func sendAnew(_ outcome: inout Outcome) {
    guard var next = flight else { return }
    let (effective, adjustment) = underLimits(next.intent, on: confirmed)
    if let adjustment { outcome.limit(adjustment, tap: next.tap) }
    guard let intent = effective else {
      // If it had been sent before, and no reply came, then that is what carried it out.
      let isDone = adjustment == nil && next.attempt > 1
      return land(next, isDone ? next.success : nothingLeft(adjustment), nil, &outcome)
    }
    next = Flight(
      intent: intent, tap: next.tap, adjustment: adjustment ?? next.adjustment, key: outcome.now,
      conflicts: next.conflicts, floor: version, phase: .sent(outcome.now))
    flight = next
    outcome.effects.append(.send(intent, key: next.key, attempt: 1, version: confirmedVersion))
  }

  /// What the server answered when asked what became of the flight; `nil` if it gave no answer.
  mutating func resolveUnknown(
    _ answer: Answer?, askedAt read: Stamp, _ error: ServiceError, _ outcome: inout Outcome
  ) {
    guard let flight else { return }
    if let answer {
      if isNews(answer, began: read) {
        adopt(answer, over: confirmed)
        adoptedAt = max(adoptedAt, read)
      } else {
        needsRead = true  // A push came that is newer than what this was asked for.
      }
      if error.code == .conflict, flight.attempt == 1 || flight.intent.isAbsolute {
        settledAt = outcome.now
        unpark(flightWasRefused: false)
        return sendAnew(&outcome)
      }
    } else if flight.reads <= policy.retryDelays.count {
      self.flight?.phase = .backingOffToAsk(outcome.now, error)
      outcome.effects.append(.schedule(policy.retryDelays[flight.reads - 1]))
      return
    }
    outcome.cause = .rollback
    let resolution = verdict(on: flight, error, answer, &outcome)
    if outcome.cause == .rollback {
      outcome.failure = Failure(intent: flight.intent, tap: flight.tap, error: error)
    }
    land(flight, resolution, answer, &outcome)
  }

  /// The request never left.
  ///
  /// It fails, or goes back to the head of the queue and waits.
  private mutating func stayHome(_ flight: Flight, _ error: ServiceError, _ outcome: inout Outcome)
  {
    guard case .hold(let longest) = policy.offline, hold?.isOver != true else {
      return fail(flight, error, &outcome)
    }
    self.flight = nil
    leaveLane(&outcome)
    unpark(flightWasRefused: true)
    var waiting = Queued(intent: flight.intent, tap: flight.tap, adjustment: flight.adjustment)
    if let later = queued {
      outcome.effects.append(.resolve(flight.tap, .merged))
      // A limit learned meanwhile may leave less of it, and what came later was tapped on that.
      let shown = flight.intent.effective(on: confirmed)
      waiting.intent = shown?.merged(with: later.intent) ?? later.intent
      (waiting.tap, waiting.adjustment) = (later.tap, later.adjustment)
    }
    queued = waiting
    guard waiting.intent.effective(on: confirmed) != nil else {
      hold = nil  // Nothing is left to wait for, and it is dropped as it departs.
      return
    }
    if hold == nil {
      hold = Hold(deadline: outcome.now)
      outcome.effects.append(.schedule(longest))
    }
    hold?.isWaiting = true
  }
}
