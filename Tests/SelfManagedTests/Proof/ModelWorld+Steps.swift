import SelfManaged

extension ModelWorld {
  /// The steps that are possible now.
  var steps: [Step] {
    var steps = Intent.intents(seeing: state.display).map(Step.tap)
    if request?.refusal != nil {
      steps += [.refusalArrives, .conflictArrives, .timesOut]
    } else if let request {
      steps += [.ok, .okBare, .lostAfter, .timesOut]
      if isVersioned { steps.append(.okVersion) }
      if knowsLimits { steps.append(.okUnlimited) }
      if request.answer == nil, isLimited(request.intent) { steps.append(.limitedPart) }
      if !isVersioned, Intent.stale(server, before: server) != nil { steps.append(.okStale) }
      if request.answer == nil {
        steps += [
          .apply, .busy, .rejected, .rejectedWithTruth, .lostBefore, .conflict, .offline,
          .signedOut, .refuse,
        ]
        // A rejected first attempt changed nothing, so only later attempts need a bare rejection.
        if state.isUncertain { steps.append(.rejectedBare) }
        if isVersioned { steps.append(.conflictBare) }
        if knowsLimits { steps.append(.rejectedUnlimited) }
      }
    }
    if let request, request.time.rawValue == now, request.answer == nil { steps.append(.endUnsent) }
    if lastReply != nil { steps.append(.repeatedReply) }
    for read in reads.indices {
      steps += [.readFresh(read), .readOld(read), .readFails(read), .readBusy(read)]
      // A stale answer can be recognized only if a later version is known.
      if let old = beforeLastChange?.answer.version, let known = state.version, old < known {
        steps.append(.readLags(read))
      }
    }
    if state.lastRemoval != nil { steps.append(.undo) }
    steps += timers.indices.map(Step.timer)
    if gate != .open {
      steps.append(.opens)
    } else {
      steps += [.closes(.closed), .closes(.unreachable)]
      // The in-flight mutation has the lane.
      if policy.lanes != .perItem, state.inFlight == nil { steps.append(.closes(.laneTaken)) }
    }
    if isVersioned { steps.append(latePush == nil ? .emit : .latePush) }
    steps.append(lateList == nil ? .fetch : .lateList)
    if Intent.restocked(server) != nil { steps.append(.restock) }
    if Intent.unlimited(truth.answer) != nil { steps.append(.pushUnlimited) }
    return steps + [
      .otherDevicePushed, .refresh, .otherDevice, .push, .sameList, .neighborFails, .flush, .end,
    ]
  }

  /// Whether the app knows the server's limits; otherwise a value alone can't show that it was clamped.
  private var knowsLimits: Bool {
    Intent.unlimited(truth.answer) != nil
      && Intent.limit(of: state.confirmed) == Intent.limit(of: server)
  }

  /// Replies with the server's value and its limits, which must be known from then on.
  mutating func answerFully() {
    guard let answer = request?.answer?.answer else { return }
    let isCurrent = answer == truth.answer
    reply(.success(answer))
    if isCurrent, Intent.unlimited(answer) != nil { checkLimit(after: "a reply") }
  }

  /// Replies with the server's value but without its limits, which must stay as they are known.
  ///
  /// A deferred push may change them, but only during a relative intent.
  mutating func answerUnlimited(isRefusal: Bool) {
    guard let request, let unlimited = Intent.unlimited(request.answer?.answer ?? truth.answer)
    else { return }
    let known = Intent.limit(of: server)
    reply(isRefusal ? .failure(.rejected("No", answer: unlimited)) : .success(unlimited))
    if request.intent.isAbsolute, Intent.limit(of: state.confirmed) != known {
      record("a reply that left out the limits has removed the learned limit")
    }
  }

  /// Pushes the server's value.
  mutating func push() {
    // A push of the last known version may be from before a request whose reply had no version.
    let isFresh = !isVersioned || truth.answer.version != state.version
    let knewALimit = Intent.limit(of: state.confirmed) != nil
    pushValue(truth)
    // In doubt or after an unversioned change, a push can't be ordered.
    if isFresh || knewALimit, !state.isInDoubt, isExact { checkLimit(after: "a push") }
    if confirmedBeforeARefusedIntent != nil, !Intent.same(state.confirmed, server) {
      record("a push is hidden, although the busy server has applied nothing")
    }
  }

  /// Checks that a report of the server's value has made its limit known.
  private mutating func checkLimit(after report: String) {
    if !hasEnded, state.inFlight == nil, Intent.same(state.confirmed, server),
      Intent.limit(of: state.confirmed) != Intent.limit(of: server)
    {
      record("after \(report), the learned limit differs from the server's limit")
    }
  }

  /// Pushes the server's value without its limits.
  mutating func pushUnlimited() {
    guard let answer = Intent.unlimited(truth.answer) else { return }
    pushValue(Report(answer: answer, appliedCount: appliedCount))
  }

  /// Delivers a refusal with the value that the server had when it refused the request.
  mutating func deliverRefusal(_ error: (Intent.Answer) -> ServiceError) {
    if let answer = request?.refusal?.answer { reply(.failure(error(answer))) }
  }
}
