internal import Components

// Reports of the server's value, and the reads that settle a doubt.
extension OptimisticState {
  /// Handles a report that is no reply: a push, a read of the app, or a row of a list.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - step: The transition.
  mutating func consider(_ report: Report, _ step: inout Transition) {
    var isNews = true
    if report.source == .list {
      isNews = report.answer != row
      row = report.answer
    }
    let order = truth.order(of: report)
    if order != .older, mayContainMutation(report) { return keep(report, at: step.now) }
    // A push with the first known version may have been sent before the doubt.
    let endsDoubt = order == .newer && (truth.version != nil || report.answer.version == nil)
    switch order {
    case .newer, .same:
      adopt(report, &step)
      settleDoubt(by: report, endsDoubt, at: step.now)
    case .older:
      if !truth.isWhole { reading.doubt(since: step.now) }  // It may have the part that is missing.
    case .unclear:
      let isUnreadable = reading.phase == .impossible
      if isNews, isUnreadable || !isConfirmed(report) { reading.kept = report }
      if !isUnreadable { doubt(because: report, &step) }
    }
  }

  private func isConfirmed(_ report: Report) -> Bool {
    Intent.isVisuallyEqual(truth.value(from: report.answer), confirmed)
  }

  /// Whether a report may or may not contain the in-flight mutation.
  ///
  /// A value does not show whether it contains an addition. A report that leaves out the part that an
  /// absolute intent changes does not show it either.
  private func mayContainMutation(_ report: Report) -> Bool {
    guard let inFlight else { return false }
    if !inFlight.intent.isAbsolute || !showsOutcome(report.answer) { return true }
    // A read that began before the request, and shows its result, has perhaps seen it applied.
    guard let time = report.time, time < inFlight.key else { return false }
    return inFlight.intent.effective(on: truth.value(from: report.answer)) == nil
  }

  /// Whether an answer shows whether the in-flight mutation was applied, whatever it leaves out.
  func showsOutcome(_ answer: Answer) -> Bool {
    if answer.isComplete { return true }
    let predicted = predicted
    return !Intent.isVisuallyEqual(confirmed, predicted)
      && Intent.isVisuallyEqual(
        truth.value(from: answer), Intent.value(from: answer, over: predicted, before: predicted))
  }

  /// Keeps a report until the in-flight mutation settles.
  private mutating func keep(_ report: Report, at now: LogicalTime) {
    if let other = reading.kept {
      // Each may report only a part of the value.
      reading.doubt(since: now)
      if let version = report.answer.version, version < other.answer.version ?? version { return }
    }
    reading.kept = report
  }

  /// Orders the report that was kept during a mutation, which has settled.
  ///
  /// - Parameters:
  ///   - mayContain: Whether the report may contain the mutation; `false` if the server did nothing.
  ///   - step: The transition.
  mutating func considerKept(mayContain: Bool, _ step: inout Transition) {
    guard let kept else { return }
    reading.kept = nil
    guard mayContain else { return consider(kept, &step) }
    // Only versions can order it after the reply, so another value without one ends in a read. If both
    // have the same version, the limits of both apply.
    let report = Report(answer: kept.answer, time: nil, source: kept.source)
    switch truth.order(of: report) {
    case .newer: adopt(report, &step)
    case .same: adopt(report, over: confirmed, &step)
    case .older: if !truth.isWhole { reading.doubt(since: step.now) }
    case .unclear: doubt(because: report, &step)
    }
  }

  /// Puts the value in doubt because of a report that can't be ordered; rows do so at most once in an
  /// interval.
  private mutating func doubt(because report: Report, _ step: inout Transition) {
    if isConfirmed(report) {
      // It may be the first with a version or a limit, and removes none.
      if inFlight == nil { truth.adopt(report, over: confirmed, isOrdered: false) }
    } else if report.source != .list {
      reading.doubt(since: step.now)
    } else if !Intent.isVisuallyEqual(truth.value(from: report.answer), predicted) {
      // A row may contain the in-flight mutation already.
      reading.doubtOnceInAnInterval(&step)
    }
  }

  /// Adopts the newest report that could not be ordered, since the service can't read the value.
  private mutating func adoptIfUnreadable(_ step: inout Transition) {
    guard let report = kept, $queued.isAbsent else { return }
    reading.kept = nil
    adopt(report, &step)
    if report.answer.isComplete { reading.settleDoubt(asOf: step.now) }
  }

  /// Adopts evidence, and begins the lifetime of the limits that it reports.
  mutating func adopt(
    _ report: Report, over predicted: Value? = nil, _ step: inout Transition
  ) {
    truth.adopt(report, over: predicted)
    let replacesKept = $inFlight.isAbsent || kept?.source == .list
    if kept != nil, report.answer.isComplete, replacesKept { reading.kept = nil }
    noteLimits(&step)
  }

  /// Ends a doubt, if a complete report is certainly newer than it.
  private mutating func settleDoubt(by report: Report, _ endsDoubt: Bool, at now: LogicalTime) {
    guard !readsNothing, report.answer.isComplete else { return }
    if report.source == .push, !endsDoubt { return }
    if let time = report.time ?? (reading.phase == .impossible ? now : nil) {
      reading.settleDoubt(asOf: time)
    }
  }

  /// Begins the lifetime of learned limits that have none.
  mutating func noteLimits(_ step: inout Transition) {
    let hasLimits = Intent.withoutLearnedLimits(confirmed) != confirmed
    guard hasLimits, limits == nil else {
      if !hasLimits { limits = nil }
      return
    }
    // A lifetime of zero would wake the app all the time while a tap is pending.
    let isPending = inFlight != nil || queued != nil
    limits = step.schedule(
      .limits, max(step.policy.limitLifetime, isPending ? .seconds(1) : .zero))
  }

  // MARK: Reads

  /// Handles a bind: reads a value that is a guess or in doubt.
  mutating func readIfUncertain(_ step: inout Transition) {
    if isGuess {
      reading.doubt(since: step.now)
      noteLimits(&step)
    }
    reading.retry()
  }

  /// Begins a read that a question or a doubt needs, if the gate lets it pass.
  mutating func readNext(_ step: inout Transition) {
    if readPhase == .impossible, $inFlight.isAbsent { adoptIfUnreadable(&step) }
    guard needsRead else { return }
    if step.gate.isPassable {
      reading.start(at: step.now)
      step.effects.append(.read)
    } else if step.gate == .unreachable, inFlight == nil {
      reading.stop()
    }
  }

  /// Handles the result of the reducer's read.
  mutating func finishRead(
    _ read: LogicalTime, _ result: ReadResult<Answer>, _ step: inout Transition
  ) {
    guard case .value(let answer) = result else {
      if !reading.fail(result, &step), let inFlight, let question = inFlight.question {
        decide(question, about: inFlight, nil, from: confirmed, &step)
      }
      return
    }
    var report = Report(answer: answer, time: read, source: .server)
    if let inFlight, inFlight.question.map({ read < $0.asked }) ?? true {
      reading.complete()  // It began before the request.
      return consider(report, &step)
    }
    if truth.order(of: report) == .older {
      // A report that has arrived since the read began may have settled the doubt.
      if inFlight == nil, !isInDoubt { return reading.complete() }
      if reading.repeatStaleRead(&step) { return }
      // The server restarted its versions, or reports never stop arriving.
      truth.forgetVersion()
      report = Report(answer: answer, time: step.now, source: .server)
    }
    adoptRead(report, as: read, &step)
  }

  /// Adopts the answer of a read, which settles the doubt and the question about a mutation.
  private mutating func adoptRead(
    _ report: Report, as read: LogicalTime, _ step: inout Transition
  ) {
    let former = confirmed
    let isClear = reading.kept == nil
    // A report that arrived since the read began may be newer.
    if (reading.kept?.time ?? read) <= read { reading.kept = nil }
    reading.complete()
    reading.settleDoubt(asOf: read)
    defer { truth.noteRead() }
    guard let inFlight, var question = inFlight.question else { return adopt(report, &step) }
    // A report in between hides how much of an addition was applied.
    if question.purpose == .share, !isClear { question.purpose = .outcome }
    // The read value may lack the limit that a refusal named.
    let refusal = question.purpose == .share ? inFlight.intent.answer(in: question.error) : nil
    if let refusal {
      let refusal = Report(answer: refusal, time: read, source: .server)
      adopt(refusal, over: confirmed, &step)
    }
    adopt(report, over: refusal == nil ? nil : confirmed, &step)
    decide(question, about: inFlight, report.answer, from: former, &step)
  }
}
