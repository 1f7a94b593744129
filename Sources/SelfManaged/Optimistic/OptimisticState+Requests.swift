internal import Components

extension OptimisticState {
  /// Handles a reply; a repeated or late one is ignored.
  mutating func reply(
    _ request: LogicalTime, _ result: Result<Answer, ServiceError>, _ transition: inout Transition
  ) {
    guard let inFlight, inFlight.request == request else { return }
    switch result {
    case .success(let answer): succeed(inFlight, answer, &transition)
    case .failure(let error): recover(inFlight, from: error, &transition)
    }
  }

  private mutating func succeed(
    _ mutation: InFlight, _ answer: Answer, _ transition: inout Transition
  ) {
    // Predicted from the intent alone, since the answer may disprove the limits known so far.
    let requested = mutation.intent.applied(to: confirmed)
    let actual = truth.value(from: answer, over: predicted)
    let adjustment = mutation.intent.adjustment(
      requested: requested, actual: actual, answer: answer)
    let isUnclear =
      !answer.isComplete && truth.isOfKnownVersion(answer)
      && !Intent.isVisuallyEqual(actual, confirmed)
    var resolution = mutation.success
    noteRestart(answer, mutation, at: transition.now)
    if isUnordered(answer, mutation) {
      // Its report of the user's own part is valid; its report of other users' part may be stale.
      let isStale = adjustment == nil && !Intent.isVisuallyEqual(actual, requested)
      if isStale { truth.assume(requested) } else { adopt(answer, over: predicted, &transition) }
      refresh.owe(since: transition.now)
    } else if !adopt(answer, over: predicted, &transition) {
      refresh.owe(since: transition.now)
      if let adjustment { resolution = adjust(mutation, adjustment, &transition) }
      return settle(mutation, resolution, answer, &transition)
    } else if answer.isComplete {
      satisfyRefresh(asOf: mutation.key)
    } else if isUnclear {
      // Another report of this version had no such change.
      refresh.owe(since: transition.now)
    }
    transition.cause = .confirm
    if let adjustment { resolution = adjust(mutation, adjustment, &transition) }
    settle(mutation, resolution, answer, &transition)
  }

  /// Whether an answer has no version, so that it can't be ordered against a report that arrived
  /// during the request.
  private func isUnordered(_ answer: Answer, _ mutation: InFlight) -> Bool {
    answer.version == nil && truth.reportedAt > mutation.key
  }

  /// Forgets the version if the server restarted its count: an answer to a request, or the value that
  /// is read after a conflict, has a version lower than the one that the request was based on.
  mutating func noteRestart(
    _ answer: Answer, _ mutation: InFlight, at now: LogicalTime
  ) {
    guard let version = answer.version, let known = mutation.versionWhenSent, version < known,
      truth.revision.floor == known
    else { return }
    truth.restartVersions()
    refresh.owe(since: now)
  }

  /// Adopts the value that an error carries; a value that can't be ordered is read as well.
  private mutating func adopt(
    _ answer: Answer, of mutation: InFlight, isAfterChange: Bool, _ transition: inout Transition
  ) {
    noteRestart(answer, mutation, at: transition.now)
    if isUnordered(answer, mutation) { refresh.owe(since: transition.now) }
    adopt(answer, over: confirmed, isAfterChange: isAfterChange, &transition)
  }

  /// Recovers from a failed request; see ``OptimisticPolicy/recovery(from:_:)``.
  mutating func recover(
    _ mutation: InFlight, from error: ServiceError, _ transition: inout Transition
  ) {
    let answer = mutation.intent.answer(in: error)
    let failed = FailedAttempt(
      attempts: mutation.attempts, rebases: mutation.rebases,
      isAbsolute: mutation.intent.isAbsolute, mayHold: queue.mayHold,
      carried: carried(by: error, answer, mutation.intent))
    switch policy.recovery(from: error, failed) {
    case .fail: fail(mutation, error, answer, &transition)
    case .failAndRead:
      fail(mutation, error, answer, &transition)
      refresh.owe(since: transition.now)
    case .resend(let delay):
      inFlight?.attempts.lost += 1
      inFlight?.attempts.offlineSince = nil
      waitToResend(.retry(transition.now), delay, &transition)
    case .resendWhenReachable(let longest): waitForNetwork(longest, &transition)
    case .backOff(let delay):
      inFlight?.attempts.refused += 1
      inFlight?.attempts.offlineSince = nil
      inFlight?.attempts.waited += delay
      waitToResend(.backOff(transition.now), delay, &transition)
      if failed.attempts.lost == 0 { resolveDeferred(isRefused: true, &transition) }
    case .readBack(let purpose, let error):
      readBack(ReadBack(error: error, purpose: purpose), &transition)
    case .rebase:
      let isReported = failed.carried == .outcome  // A version alone does not report the value.
      if !isReported { refresh.owe(since: transition.now) }
      if let answer { adopt(answer, of: mutation, isAfterChange: true, &transition) }
      rebase(after: answer, isReported: isReported, &transition)
    case .requeue(let longest): requeue(mutation, within: longest, &transition)
    }
  }

  /// Makes the intent wait for the network, or wait on until the same deadline.
  private mutating func waitForNetwork(_ longest: Duration, _ transition: inout Transition) {
    inFlight?.attempts.unsent += 1
    if let began = inFlight?.attempts.offlineSince {
      inFlight?.phase = .waitingToResend(.network(began))
    } else {
      inFlight?.attempts.offlineSince = transition.now
      waitToResend(.network(transition.now), longest, &transition)
    }
  }

  mutating func waitToResend(
    _ delay: Delay, _ duration: Duration, _ transition: inout Transition
  ) {
    inFlight?.phase = .waitingToResend(delay)
    transition.effects.append(.schedule(.retry(delay.began), duration))
  }

  /// How much of the server's value an error reports.
  private func carried(
    by error: ServiceError, _ answer: Answer?, _ intent: Intent
  ) -> FailedAttempt.Carried {
    guard let answer else { return .nothing }
    if reportsOutcome(answer) { return .outcome }
    if error.code == .limit, !intent.isAbsolute {
      // While the value is in doubt or a report is deferred, the server may have had room.
      let isUnclear = isInDoubt || deferred != nil
      let isPossible =
        isUnclear || intent.effective(on: truth.value(from: answer, over: confirmed)) != nil
      return isPossible ? .roomForAPart : .nothing
    }
    return truth.isUnseenVersion(answer) ? .newerVersion : .nothing
  }

  /// Whether an answer reports the outcome.
  ///
  /// If the intent changes nothing on the known value, a partial answer can't show the difference.
  func reportsOutcome(_ answer: Answer) -> Bool {
    let isNoChange = Intent.isVisuallyEqual(confirmed, predicted)
    return answer.isComplete || !isNoChange && determinesOutcome(answer)
  }

  /// Whether an answer determines the outcome, whatever the parts that it leaves out.
  private func determinesOutcome(_ answer: Answer) -> Bool {
    let predicted = predicted
    return Intent.isVisuallyEqual(
      truth.value(from: answer), Intent.value(from: answer, over: predicted, before: predicted))
  }

  /// Rolls back a request that the server refused.
  ///
  /// If the error carries the server's value, the value is adopted; a limit that it names is
  /// learned.
  private mutating func fail(
    _ mutation: InFlight, _ error: ServiceError, _ answer: Answer?, _ transition: inout Transition
  ) {
    transition.cause = .rollback
    if let answer { adopt(answer, of: mutation, isAfterChange: false, &transition) }
    var lost = mutation.intent
    if error.failsOthers {
      if let queued { lost = lost.merged(with: queued.intent) }
      failQueued(error, &transition)
      transition.isFailureAlwaysShown = true
      transition.effects.append(.propagate(error))
    }
    let resolution =
      mutation.attempts.lost > 0
      ? verdict(on: mutation, error, answer, &transition) : .failed(error)
    if transition.isFailureAlwaysShown || transition.cause == .rollback {
      transition.failure = Failure(intent: lost, tap: mutation.tap, error: error)
    }
    let isUntouched =
      mutation.attempts.lost == 0 && [.offline, .busy, .missingService].contains(error.code)
    settle(mutation, resolution, answer, effect: isUntouched ? .none : .refused, &transition)
  }

  /// The outcome of a mutation without a reply, determined by the value that was reported later.
  ///
  /// The value does not show whether it contains an addition, so the outcome of an addition is
  /// uncertain.
  func verdict(
    on mutation: InFlight, _ error: ServiceError, _ answer: Answer?, _ transition: inout Transition
  ) -> Resolution<Value> {
    guard let answer, mutation.intent.isAbsolute, determinesOutcome(answer) else {
      return mutation.isRefused(by: error) ? .failed(error) : .uncertain(error)
    }
    guard mutation.intent.effective(on: confirmed) == nil else {
      return error.code == .unknownOutcome ? .uncertain(error) : .failed(error)
    }
    transition.cause = .confirm
    let wanted = mutation.intent.applied(to: confirmed)
    guard
      let adjustment = mutation.intent.adjustment(
        requested: wanted, actual: confirmed, answer: answer)
    else { return mutation.success }
    return adjust(mutation, adjustment, &transition)
  }

  func adjust(
    _ mutation: InFlight, _ adjustment: Adjustment<Value>, _ transition: inout Transition
  ) -> Resolution<Value> {
    transition.adjust(adjustment, tap: mutation.tap)
    return .adjusted(adjustment)
  }

  /// The effect that a settled request had on the server.
  enum ServerEffect {
    /// The server applied the request, or may have applied it.
    case possible
    /// The server refused the request.
    case refused
    /// The request never left, or a busy server did nothing: earlier reads are as fresh as they were.
    case none
  }

  /// Settles the mutation.
  mutating func settle(
    _ mutation: InFlight, _ resolution: Resolution<Value>, _ answer: Answer?,
    effect: ServerEffect = .possible, _ transition: inout Transition
  ) {
    let agreeing = effect == .possible ? nil : rowThatAgrees
    inFlight = nil
    queue.endHold()
    if queue.hasGrace { forgetRemoval(after: resolution) }
    if effect != .none {
      truth.settle(at: transition.now)
      forgetEarlierReads()
    }
    if let agreeing { refresh.contradiction = agreeing }
    transition.effects.append(.resolve(mutation.tap, resolution))
    resolveDeferred(isRefused: effect != .possible && answer == nil, after: answer, &transition)
    // The row differs from the value without the failed mutation, unless a newer report replaced it.
    if agreeing != nil, let contradiction { contradict(contradiction, isNew: true, &transition) }
    dropUnintendedRemoval(&transition)
    leaveLane(&transition)
  }

  /// The list data that differed from the confirmed value, but agrees with the in-flight mutation.
  private var rowThatAgrees: Answer? {
    guard let contradiction else { return nil }
    return Intent.isVisuallyEqual(truth.value(from: contradiction), predicted) ? contradiction : nil
  }

  /// Drops the queued intent if it removes the value only because the mutation before it had another
  /// result, or met a conflict.
  ///
  /// So a product whose plus was refused is not removed by the minus after it.
  private mutating func dropUnintendedRemoval(_ transition: inout Transition) {
    guard let queued, !queued.intent.isAbsolute,
      Intent.isRemoval(from: transition.display, to: display)
    else { return }
    transition.effects.append(.resolve(queued.tap, .unchanged))
    queue.drop()
  }

  /// Sends the mutation again under the same key.
  mutating func resend(_ transition: inout Transition) {
    guard var next = inFlight else { return }
    next.phase = .sent(transition.now)
    inFlight = next
    transition.effects.append(
      .send(
        next.intent, key: next.key, attempt: next.attempts.number, version: truth.revision.exact))
  }

  /// Rebases the intent on the newest confirmed value and sends it under a new key.
  ///
  /// The previous key belongs to a request that was refused. The server may have reported its value
  /// since.
  mutating func rebase(
    after answer: Answer?, isReported: Bool, _ transition: inout Transition
  ) {
    truth.settle(at: transition.now)
    resolveDeferred(isRefused: false, after: answer, &transition)
    guard var former = inFlight else { return }
    // A step that removes the value only because of the conflict is not what the user wanted.
    if !former.intent.isAbsolute, Intent.isRemoval(from: transition.display, to: display),
      Intent.isRemoval(from: transition.display, to: predicted)
    {
      return settle(former, .unchanged, nil, &transition)
    }
    dropUnintendedRemoval(&transition)
    former.rebases += 1
    var left = Self.underLimits(former.intent, on: confirmed)
    // A version alone shows that the value changed, so the known one proves nothing.
    if former.intent.isAbsolute, left.adjustment == nil, !isReported { left.intent = former.intent }
    sendRemainder(left, of: former, &transition)
  }

  /// Sends the remainder of an intent under a new key.
  private mutating func sendRemainder(
    _ left: (intent: Intent?, adjustment: Adjustment<Value>?), of former: InFlight,
    _ transition: inout Transition
  ) {
    if let adjustment = left.adjustment { transition.adjust(adjustment, tap: former.tap) }
    guard let intent = left.intent else {
      // If an earlier attempt had no reply, that attempt was applied.
      let isDone = left.adjustment == nil && former.attempts.lost > 0
      let resolution = isDone ? former.success : Self.nothingLeft(left.adjustment)
      return settle(former, resolution, nil, &transition)
    }
    send(
      intent, tap: former.tap, adjustment: left.adjustment ?? former.adjustment, former.spent,
      &transition)
  }
}
