internal import Components

extension OptimisticState {
  /// Handles a report from a push, another screen, or the data that a component was bound with.
  mutating func report(_ answer: Answer, _ source: ReportSource, _ outcome: inout Outcome) {
    switch source {
    case .read(let began):
      learn(answer, began: began, from: .datedList, &outcome)
    case .push:
      learn(answer, began: outcome.now, isPushed: true, from: .server, &outcome)
    case .list:
      learnFromList(answer, &outcome)
    }
  }

  /// Adopts data of unknown age while no more reliable value is known.
  ///
  /// After that it may be stale or fresh, so a difference from the known value causes a read: at
  /// once, and then at most once in an interval. A stale row therefore never changes the display,
  /// and a reloaded list ends at the server's value.
  private mutating func learnFromList(_ answer: Answer, _ outcome: inout Outcome) {
    if truth.source <= .list, inFlight == nil, queued == nil {
      truth.adopt(answer, isAfterChange: false, from: .list)
      return
    }
    switch truth.isNewer(answer) {
    case true?: learn(answer, began: outcome.now, from: .server, &outcome)
    case false?: return
    case nil: contradict(truth.value(from: answer), &outcome)
    }
  }

  /// Reads the value, at most once in an interval, if another value contradicts the known one.
  mutating func contradict(_ other: Value, _ outcome: inout Outcome) {
    guard !Intent.looksSame(other, confirmed), !Intent.looksSame(other, predicted) else { return }
    readOnceInAnInterval(&outcome)
  }

  mutating func readOnceInAnInterval(_ outcome: inout Outcome) {
    if refresh.contradict(at: outcome.now) {
      outcome.effects.append(.schedule(.listCheck(outcome.now), policy.listCheckInterval))
    }
  }

  /// Handles the result of the reducer's read: a read-back of the in-flight mutation, or a refresh.
  mutating func finishRead(
    _ read: Stamp, _ result: ReadResult<Answer>, _ outcome: inout Outcome
  ) {
    if case .readingBack(read, let readBack) = inFlight?.phase {
      finishReadBack(readBack, began: read, result, &outcome)
    } else if refresh.reading == read {
      switch result {
      case .value(let answer): believe(answer, began: read, &outcome)
      case .failed: failRead(policy.retryDelays, &outcome)
      case .unavailable: failRead([], &outcome)
      }
    }
  }

  private mutating func failRead(_ delays: [Duration], _ outcome: inout Outcome) {
    if let delay = refresh.fail(delays, at: outcome.now) {
      outcome.effects.append(.schedule(.refresh(outcome.now), delay))
    }
  }

  /// Adopts the answer of a read if it is fresh.
  ///
  /// A stale answer with another value is discarded, and the read is repeated.
  private mutating func believe(_ answer: Answer, began read: Stamp, _ outcome: inout Outcome) {
    if truth.isFresh(answer, began: read) {
      refresh.succeed(read)
      learn(answer, began: read, from: .server, &outcome)
    } else if inFlight == nil, refresh.isSecondOpinion, truth.isCurrent(read) {
      // The server reported a version lower than the known one twice: it restarted its count.
      truth.restartVersions()
      refresh.succeed(read)
      learn(answer, began: read, from: .server, &outcome)
    } else if truth.value(from: answer) == confirmed, !truth.isCurrent(read) {
      refresh.agree()
    } else {
      refresh.discard(isOlderVersion: truth.isCurrent(read))
    }
  }

  /// Adopts a report if it is fresh.
  ///
  /// While a relative intent is in flight, the report may or may not contain it, so the report is
  /// deferred until the reply. A partial report is deferred during a read-back, which it would make
  /// stale.
  private mutating func learn(
    _ answer: Answer, began: Stamp, isPushed: Bool = false, from source: ServerTruth<Intent>.Source,
    _ outcome: inout Outcome
  ) {
    guard truth.isFresh(answer, began: began, isPushed: isPushed) else { return }
    if let inFlight, !inFlight.intent.isAbsolute || inFlight.read != nil && !answer.isComplete {
      if let deferred = refresh.deferred {
        refresh.owe(since: outcome.now)  // Each may report a part of the truth.
        if let first = answer.version, let second = deferred.version, first < second { return }
      }
      refresh.deferred = answer
    } else {
      adopt(answer, isAfterChange: false, from: source, &outcome)
      truth.date(began)
      if answer.isComplete { satisfyRefresh(asOf: began) }
    }
  }

  /// Adopts an answer.
  ///
  /// Limits that it reports apply until the server has not repeated them for a time.
  @discardableResult
  mutating func adopt(
    _ answer: Answer, over predicted: Value? = nil, isAfterChange: Bool = true,
    from source: ServerTruth<Intent>.Source = .server, _ outcome: inout Outcome
  ) -> Bool {
    let isAdopted = truth.adopt(
      answer, over: predicted, isAfterChange: isAfterChange, from: source)
    if Intent.withoutLearnedLimits(confirmed) == confirmed {
      limits = nil
    } else if limits != nil {
      limits?.isRepeated = true
    } else {
      believeLimits(&outcome)
    }
    return isAdopted
  }

  private mutating func believeLimits(_ outcome: inout Outcome) {
    limits = LearnedLimits(began: outcome.now)
    outcome.effects.append(.schedule(.limits(outcome.now), policy.limitLifetime))
  }

  /// Forgets expired limits, unless a pending tap was clamped by them.
  mutating func endLimits(_ outcome: inout Outcome) {
    if limits?.isRepeated == true || inFlight != nil || queued != nil {
      believeLimits(&outcome)
    } else {
      limits = nil
      truth.forgetLimits()
    }
  }

  /// Resolves the deferred report, now that the request it may have contained is settled.
  ///
  /// A report with a version newer than the reply's is adopted. If versions can't decide, the
  /// server's value is read once the lane is empty.
  ///
  /// - Parameters:
  ///   - isRefused: Whether the request is known to have changed nothing, so that the report can't
  ///     contain it.
  ///   - outcome: The result of the event, to be extended.
  mutating func resolveDeferred(isRefused: Bool, _ outcome: inout Outcome) {
    guard let deferred else { return }
    refresh.deferred = nil
    switch truth.isNewer(deferred) {
    case true?: adopt(deferred, &outcome)
    case false?: break
    case nil where isRefused: adopt(deferred, &outcome)
    case nil: refresh.owe(since: outcome.now)
    }
  }

  /// Ends a doubt that arose before the whole value was reported.
  mutating func satisfyRefresh(asOf time: Stamp) {
    if isInDoubt { refresh.satisfy(asOf: time) }
  }

  /// Reads once when nothing is pending and the value is in doubt.
  mutating func readIfOwed(_ outcome: inout Outcome) {
    guard isInDoubt, !isMutationInFlight, queued == nil else { return }
    if refresh.begin(at: outcome.now) { outcome.effects.append(.read) }
  }
}
