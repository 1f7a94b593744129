internal import Components

extension OptimisticState {
  /// Handles a report from a push, another screen, or the data that a component was bound with.
  mutating func report(_ answer: Answer, _ source: ReportSource, _ transition: inout Transition) {
    switch source {
    case .read(let began):
      adoptIfFresh(answer, began: began, from: .datedList, &transition)
    case .push:
      adoptIfFresh(answer, began: transition.now, isPushed: true, from: .server, &transition)
    case .list:
      adoptListData(answer, &transition)
    }
  }

  /// Adopts data of unknown age while no more reliable value is known.
  ///
  /// After that the data may be stale or fresh, so a difference from the known value causes a read:
  /// at once, and then at most once in an interval. So stale data never changes the display, and
  /// fresh data leads to the server's value. If the service can't read, the data is adopted unless
  /// it is one of the last rows of the item: there is no other way to the server's value.
  private mutating func adoptListData(_ answer: Answer, _ transition: inout Transition) {
    let isNew = truth.noteRow(answer)
    if truth.source <= .list, inFlight == nil, queued == nil {
      adopt(answer, isAfterChange: false, from: .list, &transition)
      endUnreadableDoubt(answer, &transition)
    } else if let isNewer = truth.isNewer(answer) {
      if isNewer { return adoptIfFresh(answer, began: transition.now, from: .server, &transition) }
      readIfMissing(answer, &transition)
    } else {
      contradict(answer, isNew: isNew, &transition)
    }
  }

  /// Reads the value, at most once in an interval, if list data contradicts the known one.
  mutating func contradict(
    _ answer: Answer, isNew: Bool, _ transition: inout Transition
  ) {
    let other = truth.value(from: answer)
    if isNew, Intent.isVisuallyEqual(other, confirmed) { endUnreadableDoubt(answer, &transition) }
    guard !Intent.isVisuallyEqual(other, confirmed) else { return }
    if isNew { refresh.contradiction = answer }
    // The list may contain the in-flight mutation already; if that fails, the value is read.
    if !Intent.isVisuallyEqual(other, predicted) { readOnceInAnInterval(&transition) }
  }

  /// Reads the value at once, or at the end of the current interval.
  mutating func readOnceInAnInterval(_ transition: inout Transition) {
    guard policy.listCheckInterval > .zero else { return refresh.owe(since: transition.now) }
    if refresh.contradict(at: transition.now) {
      transition.effects.append(.schedule(.listCheck(transition.now), policy.listCheckInterval))
    }
  }

  /// Records that the app asked for a read.
  ///
  /// A value that was not reported yet may be wrong, and the limits that the app knows of it have a
  /// lifetime.
  mutating func requestRead(_ transition: inout Transition) {
    guard isGuess else { return refresh.request(since: transition.now) }
    refresh.owe(since: transition.now)
    if truth.beginLimits(at: transition.now) {
      transition.effects.append(.schedule(.limits(transition.now), policy.limitLifetime))
    }
  }

  /// Handles the result of the reducer's read: a read-back of the in-flight mutation, or a refresh.
  mutating func finishRead(
    _ read: LogicalTime, _ result: ReadResult<Answer>, _ transition: inout Transition
  ) {
    if case .readingBack(read, let readBack) = inFlight?.phase {
      finishReadBack(readBack, began: read, result, &transition)
    } else if refresh.reading == read {
      switch result {
      case .value(let answer): finishRefresh(answer, began: read, &transition)
      case .failed: failRead(&transition)
      case .busy(let asked): backOffRead(asked, &transition)
      case .unavailable: adoptContradiction(&transition)
      }
    }
  }

  /// Adopts the list data that contradicted the known value, since the service can't read.
  private mutating func adoptContradiction(_ transition: inout Transition) {
    refresh.markUnreadable()
    guard let answer = refresh.contradiction, inFlight == nil, queued == nil else { return }
    adopt(answer, isAfterChange: false, from: .list, &transition)
    endUnreadableDoubt(answer, &transition)
  }

  /// Ends a doubt that no read can end, since the app's newest data is adopted.
  private mutating func endUnreadableDoubt(_ answer: Answer, _ transition: inout Transition) {
    guard refresh.phase == .unreadable, answer.isComplete else { return }
    satisfyRefresh(asOf: transition.now)
  }

  private mutating func failRead(_ transition: inout Transition) {
    if let delay = refresh.fail(policy.retryDelays, at: transition.now) {
      transition.effects.append(.schedule(.refresh(transition.now), delay))
    }
  }

  /// Schedules the end of a busy server's delay; then the read is repeated, unless it is stalled.
  private mutating func backOffRead(_ asked: Duration?, _ transition: inout Transition) {
    let delay = refresh.backOff(asked, policy, at: transition.now)
    if let delay { transition.effects.append(.schedule(.refresh(transition.now), delay)) }
  }

  /// Adopts the answer of a read if it is fresh.
  ///
  /// A stale answer with another value is discarded, and the read is repeated.
  private mutating func finishRefresh(
    _ answer: Answer, began read: LogicalTime, _ transition: inout Transition
  ) {
    if truth.isFresh(answer, began: read) {
      refresh.succeed(read)
      adoptIfFresh(answer, began: read, from: .server, &transition)
      truth.noteRead(answer)
    } else if inFlight == nil, refresh.isSecondOpinion, truth.isCurrent(read) {
      // The server reported a version lower than the known one twice: it restarted its count.
      truth.restartVersions()
      refresh.succeed(read)
      adoptIfFresh(answer, began: read, from: .server, &transition)
    } else if truth.value(from: answer) == confirmed, !truth.isCurrent(read) {
      refresh.succeed(read)
    } else {
      refresh.discard(isOlderVersion: truth.isCurrent(read))
    }
  }

  /// Adopts a report if it is fresh.
  ///
  /// While a relative intent is in flight, the report may or may not contain it, so the report is
  /// deferred until the reply. While a busy server delays the intent, the report can't contain it,
  /// and is adopted. A partial report is deferred during a read-back, which it would make stale.
  private mutating func adoptIfFresh(
    _ answer: Answer, began: LogicalTime, isPushed: Bool = false,
    from source: ServerTruth<Intent>.Source,
    _ transition: inout Transition
  ) {
    guard truth.isFresh(answer, began: began, isPushed: isPushed) else {
      return readIfMissing(answer, &transition)
    }
    let endsDoubt = answer.isComplete && !(isPushed && truth.mayBeOld(answer))
    if let inFlight, !inFlight.isUnapplied,
      !inFlight.intent.isAbsolute || inFlight.read != nil && !answer.isComplete
    {
      let report = Refresh.Deferred(answer: answer, began: began, endsDoubt: endsDoubt)
      if let deferred = refresh.deferred {
        refresh.owe(since: transition.now)  // Each may report only a part of the value.
        if report.isOlder(than: deferred) { return }
      }
      refresh.deferred = report
    } else {
      adopt(answer, isAfterChange: false, from: source, &transition)
      truth.noteReport(asOf: began, at: transition.now)
      if endsDoubt { satisfyRefresh(asOf: began) }
    }
  }

  /// Makes the reducer read the value if the known one lacks what a stale report has.
  private mutating func readIfMissing(_ answer: Answer, _ transition: inout Transition) {
    if truth.isMissing(answer) { refresh.owe(since: transition.now) }
  }

  /// Adopts an answer.
  ///
  /// Limits that it reports apply until the server has not repeated them for a time.
  @discardableResult
  mutating func adopt(
    _ answer: Answer, over predicted: Value? = nil, isAfterChange: Bool = true,
    from source: ServerTruth<Intent>.Source = .server, _ transition: inout Transition
  ) -> Bool {
    let isAdopted = truth.adopt(
      answer, over: predicted, isAfterChange: isAfterChange, from: source)
    if isAdopted, answer.isComplete, contradiction != nil { refresh.contradiction = nil }
    if truth.noteLimits(in: answer, isAdopted: isAdopted, at: transition.now) {
      transition.effects.append(.schedule(.limits(transition.now), policy.limitLifetime))
    }
    return isAdopted
  }

  /// Resolves the deferred report, now that the request it may have contained is settled.
  ///
  /// A report with a higher version than the reply is adopted, and so is one with the same version,
  /// since it may have a part that the reply left out. If versions can't decide, or if the newer reply
  /// lacks a part of the value, the server's value is read once nothing is in flight or queued.
  ///
  /// - Parameters:
  ///   - isRefused: Whether the request is known to have changed nothing, so that the report can't
  ///     contain it.
  ///   - answer: The answer to the request.
  ///   - transition: The result of the event, to be extended.
  mutating func resolveDeferred(
    isRefused: Bool, after answer: Answer? = nil, _ transition: inout Transition
  ) {
    guard deferred != nil, let report = refresh.deferred else { return }
    refresh.deferred = nil
    let deferred = report.answer
    switch truth.isNewer(deferred) {
    // The reply describes the same state, so the limits of both apply.
    case _ where truth.isOfKnownVersion(deferred): adopt(report, over: confirmed, &transition)
    case true?: adopt(report, &transition)
    case false? where isRefused || answer?.isComplete == true: break
    case nil where isRefused: adopt(report, &transition)
    // The newer answer lacks a part of the value, or none is known to be newer.
    case false?, nil: refresh.owe(since: transition.now)
    }
    truth.date(transition.now)  // A read that is pending may have begun before the report.
  }

  /// Adopts a deferred report, which may end a doubt.
  private mutating func adopt(
    _ report: Refresh<Answer>.Deferred, over predicted: Value? = nil,
    _ transition: inout Transition
  ) {
    adopt(report.answer, over: predicted, &transition)
    if report.endsDoubt { satisfyRefresh(asOf: report.began) }
  }

  /// Ends a doubt that began at `time` or earlier, since the whole value was reported as of then.
  mutating func satisfyRefresh(asOf time: LogicalTime) {
    if isInDoubt { refresh.satisfy(asOf: time) }
  }

  /// Begins a read if the value is in doubt and nothing is in flight or queued.
  mutating func readIfOwed(_ transition: inout Transition) {
    guard isInDoubt, !isMutationInFlight, queued == nil else { return }
    if refresh.begin(at: transition.now) { transition.effects.append(.read) }
  }
}
