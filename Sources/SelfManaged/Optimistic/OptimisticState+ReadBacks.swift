internal import Components

// Reads of the server's value that determine the outcome of the in-flight mutation.
extension OptimisticState {
  /// Reads the server's value back to determine the outcome of the mutation.
  mutating func readBack(_ readBack: ReadBack, _ transition: inout Transition) {
    inFlight?.phase = .readingBack(transition.now, readBack)
    transition.effects.append(.read)
  }

  /// Handles the result of a read-back.
  mutating func finishReadBack(
    _ readBack: ReadBack, began read: LogicalTime, _ result: ReadResult<Answer>,
    _ transition: inout Transition
  ) {
    guard let mutation = inFlight else { return }
    let former = confirmed
    var (readBack, answer) = (readBack, Answer?.none)
    switch result {
    case .value(let value):
      answer = value
      let isReported = reportsOutcome(value)
      if readBack.purpose == .rebase { noteRestart(value, mutation, at: transition.now) }
      if truth.isFresh(value, began: read) {
        let refusal = readBack.purpose == .share ? mutation.intent.answer(in: readBack.error) : nil
        adopt(value, after: refusal, &transition)
      } else {
        refresh.owe(since: transition.now)  // A push that arrived meanwhile is newer.
      }
      guard readBack.purpose != .rebase else {
        if value.isComplete { satisfyRefresh(asOf: read) }
        if !isReported { refresh.owe(since: transition.now) }
        return rebase(after: value, isReported: isReported, &transition)
      }
    case .failed where readBack.failures < policy.retryDelays.count:
      let delay = policy.retryDelays[readBack.failures]
      readBack.failures += 1
      return waitToReadBack(readBack, .retry(transition.now), delay, &transition)
    case .busy(let asked):
      let (refusals, waited) = (readBack.refusals, mutation.attempts.waited)
      let delay = policy.backOff(asked: asked, after: refusals)
      if policy.allowsBackOff(delay, refusals: refusals, waited: waited) {
        readBack.refusals += 1
        inFlight?.attempts.waited += delay
        return waitToReadBack(readBack, .backOff(transition.now), delay, &transition)
      }
      if refresh.stall(since: transition.now, isBusy: true) {
        let rest = min(delay, policy.longestBackOff)
        transition.effects.append(.schedule(.refresh(transition.now), rest))
      }
    case .failed, .unavailable:
      refresh.stall(since: transition.now)
    }
    if answer == nil, readBack.purpose == .share,
      let refusal = mutation.intent.answer(in: readBack.error)
    {
      adopt(refusal, over: confirmed, &transition)
    }
    transition.cause = .rollback
    let resolution =
      readBack.purpose == .share
      ? share(of: mutation, readBack.error, answer, over: former, &transition)
      : verdict(on: mutation, readBack.error, answer, &transition)
    if transition.cause == .rollback {
      transition.failure = Failure(
        intent: mutation.intent, tap: mutation.tap, error: readBack.error)
    }
    if answer?.isComplete == true { satisfyRefresh(asOf: read) }
    settle(mutation, resolution, answer, &transition)
  }

  mutating func waitToReadBack(
    _ readBack: ReadBack, _ delay: Delay, _ duration: Duration, _ transition: inout Transition
  ) {
    inFlight?.phase = .waitingToReadBack(delay, readBack)
    transition.effects.append(.schedule(.retry(delay.began), duration))
  }

  /// Adopts the value that was read back.
  ///
  /// After a partial refusal, the read value may lack the limit that the refusal reported. So that
  /// limit is adopted first.
  private mutating func adopt(
    _ answer: Answer, after refusal: Answer?, _ transition: inout Transition
  ) {
    guard let refusal else {
      adopt(answer, &transition)
      return
    }
    adopt(refusal, over: confirmed, &transition)
    adopt(answer, over: confirmed, &transition)
  }

  /// The outcome of an addition that the server refused although a part of it was possible.
  ///
  /// If the value has changed, that part was applied.
  private func share(
    of mutation: InFlight, _ error: ServiceError, _ answer: Answer?, over former: Value,
    _ transition: inout Transition
  ) -> Resolution<Value> {
    // A doubt, a partial answer, or another report in between hides the effect of this request.
    guard answer?.isComplete == true, !isInDoubt, deferred == nil else { return .uncertain(error) }
    guard !Intent.isVisuallyEqual(confirmed, former) else { return .failed(error) }
    let requested = mutation.intent.applied(to: former)
    let limit = Intent.limit(of: confirmed)
    return adjust(
      mutation, Adjustment(requested: requested, actual: confirmed, limit: limit), &transition)
  }
}
