internal import Components

extension OptimisticState {
  /// Handles a reply; a repeated or late one is ignored.
  mutating func reply(
    _ request: Stamp, _ result: Result<Answer, ServiceError>, _ outcome: inout Outcome
  ) {
    guard let inFlight, inFlight.request == request else { return }
    switch result {
    case .success(let answer): succeed(inFlight, answer, &outcome)
    case .failure(let error): recover(inFlight, from: error, &outcome)
    }
  }

  private mutating func succeed(_ mutation: InFlight, _ answer: Answer, _ outcome: inout Outcome) {
    // Predicted from the intent alone, since the answer may disprove the limits known so far.
    let requested = mutation.intent.applied(to: confirmed)
    let actual = truth.value(from: answer, over: predicted)
    let adjustment = mutation.intent.adjustment(
      requested: requested, actual: actual, answer: answer)
    var resolution = mutation.success
    if let version = answer.version, let known = mutation.versionWhenSent, version < known,
      truth.revision.floor == known
    {
      // The reply's version is lower than the one the change was based on: the server restarted its
      // count.
      truth.restartVersions()
      refresh.owe(since: outcome.now)
    }
    if answer.version == nil, truth.asOf > mutation.key {
      // Without a version, the reply can't be ordered against reports that arrived meanwhile. Its
      // report of the user's own part is valid; its report of other users' part may be stale.
      let isStale = adjustment == nil && !Intent.looksSame(actual, requested)
      if isStale { truth.assume(requested) } else { adopt(answer, over: predicted, &outcome) }
      refresh.owe(since: outcome.now)
    } else if !adopt(answer, over: predicted, &outcome) {
      refresh.owe(since: outcome.now)
      return settle(mutation, resolution, answer, &outcome)
    } else if answer.isComplete {
      satisfyRefresh(asOf: mutation.key)
    }
    outcome.cause = .confirm
    if let adjustment {
      outcome.cause = .adjust
      outcome.adjustment = (mutation.tap, adjustment)
      resolution = .adjusted(adjustment)
    }
    settle(mutation, resolution, answer, &outcome)
  }

  /// Recovers from a failed request; see ``OptimisticPolicy/recovery(from:_:)``.
  private mutating func recover(
    _ mutation: InFlight, from error: ServiceError, _ outcome: inout Outcome
  ) {
    let failed = FailedAttempt(
      attempt: mutation.attempt, rebases: mutation.rebases,
      isAbsolute: mutation.intent.isAbsolute, mayHold: policy.mayHold && hold?.isOver != true,
      carried: carried(by: error, mutation.intent))
    switch policy.recovery(from: error, failed) {
    case .fail: fail(mutation, error, &outcome)
    case .failAndRead:
      fail(mutation, error, &outcome)
      refresh.owe(since: outcome.now)
    case .resend(let delay):
      inFlight?.phase = .waitingToResend(outcome.now)
      outcome.effects.append(.schedule(.retry(outcome.now), delay))
    case .readBack(let purpose, let error):
      if purpose == .rebase { inFlight?.rebases += 1 }
      readBack(ReadBack(error: error, purpose: purpose, attempt: 0), &outcome)
    case .rebase:
      inFlight?.rebases += 1
      if let answer = Intent.answer(in: error) { adopt(answer, &outcome) }
      rebase(&outcome)
    case .requeue: requeue(mutation, &outcome)
    }
  }

  /// How much of the server's value an error reports.
  private func carried(by error: ServiceError, _ intent: Intent) -> FailedAttempt.Carried {
    guard let answer = Intent.answer(in: error) else { return .nothing }
    if determinesOutcome(answer) { return .outcome }
    if error.code == .limit, !intent.isAbsolute {
      let isPossible = intent.effective(on: truth.value(from: answer)) != nil
      return isPossible ? .roomForAPart : .nothing
    }
    return truth.isUnseenVersion(answer) ? .newerVersion : .nothing
  }

  /// Whether an answer determines the outcome, whatever the parts that it leaves out.
  private func determinesOutcome(_ answer: Answer) -> Bool {
    let predicted = predicted
    return Intent.looksSame(
      truth.value(from: answer), Intent.value(from: answer, over: predicted, before: predicted))
  }

  /// Rolls back a request that the server refused.
  ///
  /// If the error carries the server's value, the value is adopted; a limit that it names is
  /// learned.
  private mutating func fail(
    _ mutation: InFlight, _ error: ServiceError, _ outcome: inout Outcome
  ) {
    outcome.cause = .rollback
    let answer = Intent.answer(in: error)
    if let answer { adopt(answer, isAfterChange: false, &outcome) }
    var lost = mutation.intent
    if error.reach != .intent {
      if let queued { lost = lost.merged(with: queued.intent) }
      failQueued(error, &outcome)
      outcome.isLoud = true
      outcome.effects.append(.spread(error))
    }
    let resolution =
      mutation.attempt > 1 ? verdict(on: mutation, error, answer, &outcome) : .failed(error)
    if outcome.isLoud || outcome.cause == .rollback {
      outcome.failure = Failure(intent: lost, tap: mutation.tap, error: error)
    }
    settle(mutation, resolution, answer, isRefused: true, &outcome)
  }

  /// The outcome of a mutation without a reply, judged by the value that the server reported later.
  ///
  /// The value does not show whether it contains an addition, so the outcome of an addition is
  /// uncertain.
  private mutating func verdict(
    on mutation: InFlight, _ error: ServiceError, _ answer: Answer?, _ outcome: inout Outcome
  ) -> Resolution<Value> {
    guard let answer, mutation.intent.isAbsolute, determinesOutcome(answer) else {
      return mutation.isRefused(by: error) ? .failed(error) : .uncertain(error)
    }
    guard mutation.intent.effective(on: confirmed) == nil else {
      return error.code == .unknownOutcome ? .uncertain(error) : .failed(error)
    }
    outcome.cause = .confirm
    let wanted = mutation.intent.applied(to: confirmed)
    guard
      let adjustment = mutation.intent.adjustment(
        requested: wanted, actual: confirmed, answer: answer)
    else { return mutation.success }
    return adjust(mutation, adjustment, &outcome)
  }

  private func adjust(
    _ mutation: InFlight, _ adjustment: Adjustment<Value>, _ outcome: inout Outcome
  ) -> Resolution<Value> {
    outcome.cause = .adjust
    outcome.adjustment = (mutation.tap, adjustment)
    return .adjusted(adjustment)
  }

  /// Settles the mutation.
  private mutating func settle(
    _ mutation: InFlight, _ resolution: Resolution<Value>, _ answer: Answer?,
    isRefused: Bool = false, _ outcome: inout Outcome
  ) {
    inFlight = nil
    hold = nil
    truth.settle(at: outcome.now)
    outcome.effects.append(.resolve(mutation.tap, resolution))
    resolveDeferred(isRefused: isRefused && answer == nil, &outcome)
    leaveLane(&outcome)
  }

  /// Sends the mutation again under the same key.
  mutating func resend(_ outcome: inout Outcome) {
    guard var next = inFlight else { return }
    next.attempt += 1
    next.phase = .sent(outcome.now)
    inFlight = next
    outcome.effects.append(
      .send(
        next.intent, key: next.key, attempt: next.attempt, version: truth.revision.exact))
  }

  /// Reads the server's value back to determine the outcome of the mutation.
  mutating func readBack(_ readBack: ReadBack, _ outcome: inout Outcome) {
    var next = readBack
    next.attempt += 1
    inFlight?.phase = .readingBack(outcome.now, next)
    outcome.effects.append(.read)
  }

  /// Rebases the intent on the newest confirmed value and sends it under a new key.
  ///
  /// The previous key belongs to a request that was refused.
  private mutating func rebase(_ outcome: inout Outcome) {
    truth.settle(at: outcome.now)
    resolveDeferred(isRefused: false, &outcome)
    guard let former = inFlight else { return }
    let (effective, adjustment) = underLimits(former.intent, on: confirmed)
    if let adjustment { outcome.limit(adjustment, tap: former.tap) }
    guard let intent = effective else {
      // If it was sent before without a reply, that earlier request was applied.
      let isDone = adjustment == nil && former.attempt > 1
      return settle(former, isDone ? former.success : nothingLeft(adjustment), nil, &outcome)
    }
    inFlight = InFlight(
      intent: intent, tap: former.tap, adjustment: adjustment ?? former.adjustment,
      key: outcome.now, rebases: former.rebases, versionWhenSent: version,
      phase: .sent(outcome.now))
    outcome.effects.append(
      .send(intent, key: outcome.now, attempt: 1, version: truth.revision.exact))
  }

  /// Handles the result of a read-back.
  mutating func finishReadBack(
    _ readBack: ReadBack, began read: Stamp, _ result: ReadResult<Answer>,
    _ outcome: inout Outcome
  ) {
    guard let mutation = inFlight else { return }
    let former = confirmed
    var answer: Answer?
    switch result {
    case .value(let value):
      answer = value
      if truth.isFresh(value, began: read) {
        adopt(value, inPlaceOfReply: readBack.purpose == .share ? readBack.error : nil, &outcome)
        truth.date(read)
      } else {
        refresh.owe(since: outcome.now)  // A push arrived that is newer than this read.
      }
      if readBack.purpose == .rebase { return rebase(&outcome) }
    case .failed where readBack.attempt <= policy.retryDelays.count:
      inFlight?.phase = .waitingToReadBack(outcome.now, readBack)
      outcome.effects.append(
        .schedule(.retry(outcome.now), policy.retryDelays[readBack.attempt - 1]))
      return
    case .failed, .unavailable:
      refresh.stall(since: outcome.now)
    }
    outcome.cause = .rollback
    let resolution =
      readBack.purpose == .share
      ? share(of: mutation, readBack.error, answer, over: former, &outcome)
      : verdict(on: mutation, readBack.error, answer, &outcome)
    if outcome.cause == .rollback {
      outcome.failure = Failure(
        intent: mutation.intent, tap: mutation.tap, error: readBack.error)
    }
    settle(mutation, resolution, answer, &outcome)
  }

  /// Adopts the value that was read back.
  ///
  /// After a partial refusal, the value may leave out the limit that the refusal named.
  private mutating func adopt(
    _ answer: Answer, inPlaceOfReply error: ServiceError?, _ outcome: inout Outcome
  ) {
    guard let error, answer.isComplete, let limit = Intent.answer(in: error) else {
      adopt(answer, &outcome)
      return
    }
    adopt(limit, isAfterChange: false, &outcome)
    adopt(answer, over: predicted, &outcome)
  }

  /// The outcome of an addition that the server refused although a part of it was possible.
  ///
  /// That part was applied if the value has changed.
  private func share(
    of mutation: InFlight, _ error: ServiceError, _ answer: Answer?, over former: Value,
    _ outcome: inout Outcome
  ) -> Resolution<Value> {
    // Changes by other users hide the effect of this request.
    guard answer?.isComplete == true, deferred == nil else { return .uncertain(error) }
    guard !Intent.looksSame(confirmed, former) else { return .failed(error) }
    let requested = mutation.intent.applied(to: former)
    let limit = Intent.limit(of: confirmed)
    return adjust(
      mutation, Adjustment(requested: requested, actual: confirmed, limit: limit), &outcome)
  }

  /// Puts the intent of a request that was never sent back at the head of the queue.
  private mutating func requeue(_ mutation: InFlight, _ outcome: inout Outcome) {
    guard case .hold(let longest) = policy.offline else { return }
    inFlight = nil
    resolveDeferred(isRefused: true, &outcome)
    var waiting = Queued(
      intent: mutation.intent, tap: mutation.tap, adjustment: mutation.adjustment)
    if let later = queued {
      outcome.effects.append(.resolve(mutation.tap, .merged))
      // A limit learned meanwhile may clamp it, and the later taps were made on the clamped value.
      let shown = mutation.intent.effective(on: confirmed)
      waiting.intent = shown?.merged(with: later.intent) ?? later.intent
      (waiting.tap, waiting.adjustment) = (later.tap, later.adjustment)
    }
    queued = waiting
    guard isUnproven || waiting.intent.effective(on: confirmed) != nil else {
      hold = nil  // Nothing is left to send; the intent is dropped at its turn.
      return
    }
    if hold == nil {
      hold = Hold(deadline: outcome.now)
      outcome.effects.append(.schedule(.hold(outcome.now), longest))
    }
    hold?.isWaiting = true
  }
}

extension OptimisticPolicy {
  /// Whether an intent waits for the network instead of failing while offline.
  fileprivate var mayHold: Bool { if case .hold = offline { true } else { false } }
}
