internal import Components

// Replies to requests, and the recovery from failed ones.
extension OptimisticState {
  mutating func succeed(_ mutation: InFlight, _ answer: Answer, _ step: inout Transition) {
    let report = reply(answer, to: mutation.key, at: step.now)
    // Predicted from the intent alone, since the answer may disprove the limits known so far.
    let requested = mutation.intent.applied(to: confirmed)
    let actual = truth.value(from: answer, over: predicted)
    let adjustment = mutation.intent.adjustment(
      requested: requested, actual: actual, answer: answer)
    switch truth.order(of: report) {
    // Another report of this version had no such change.
    case .same where !answer.isComplete && !Intent.isVisuallyEqual(confirmed, predicted):
      reading.doubt(since: step.now)
    case .newer, .same:
      adopt(report, over: predicted, &step)
      if answer.isComplete, !readsNothing { reading.settleDoubt(asOf: mutation.key) }
    case .unclear:
      // Its report of the user's own part is valid; its report of other users' part may be stale.
      if adjustment == nil, !Intent.isVisuallyEqual(actual, requested) {
        truth.change(to: requested, at: step.now)
      } else {
        adopt(report, over: predicted, &step)
      }
      reading.doubt(since: step.now)
    case .older: reading.doubt(since: step.now)
    }
    step.cause = .confirm
    if let adjustment { step.adjust(adjustment, tap: mutation.tap) }
    settle(mutation, adjustment.map { .adjusted($0) } ?? mutation.success, &step)
  }

  /// The evidence of a reply, whose age is unknown if another report has overtaken it.
  private func reply(_ answer: Answer, to key: LogicalTime, at now: LogicalTime) -> Report {
    let newest = max(truth.asOf, kept?.time ?? truth.asOf)
    return Report(answer: answer, time: newest > key ? nil : now, source: .server)
  }

  /// Recovers from a failed request.
  ///
  /// | error | no attempt was lost | an earlier attempt was lost, and may have been applied |
  /// |---|---|---|
  /// | busy | back to the queue, and wait; as often as the policy allows, then fail | wait, then send again; then read back |
  /// | offline | back to the queue if the policy holds taps, else fail | wait for the network if the policy holds taps, else as unknown outcome |
  /// | unknown outcome | send again if that is safe and a delay is left, else read back | the same |
  /// | conflict | rebase on the value in the error, or on one that is read; as often as the policy allows, then fail and read | absolute: the same, then read back; relative: as any other |
  /// | limit, with room for a part of an addition | read back how much was applied | as any other |
  /// | any other | fail; if the server never confirmed the value, read | fail and read if the error shows the outcome or fails other items, else read back |
  mutating func recover(
    _ mutation: InFlight, from error: ServiceError, _ step: inout Transition
  ) {
    var mutation = mutation
    let answer = report(in: error, about: mutation)
    let (nothingLost, isAbsolute) = (mutation.budget.lost == 0, mutation.intent.isAbsolute)
    switch error.code {
    case .busy:
      guard nothingLost || !mutation.budget.isOverdue,
        let delay = mutation.budget.delayAfterBusy(error.retryAfter, step.policy)
      else {
        return nothingLost
          ? fail(mutation, error, answer, &step)
          : ask(.outcome, mutation, .unknownOutcome, &step)
      }
      let wait = step.schedule(.busy, delay)
      if nothingLost { return putBack(mutation, until: wait, &step) }
      mutation.phase = .waiting(wait)
      inFlight = mutation
    case .offline where nothingLost:
      guard step.policy.holdsOffline, !mutation.budget.isOverdue else {
        return fail(mutation, error, answer, &step)
      }
      putBack(mutation, until: nil, &step)
      waitForNetwork(&step)
    case .offline where step.policy.holdsOffline && !mutation.budget.isOverdue:
      // It waits for the network as long as its deadline allows, however often the network is lost.
      beginDeadline(&mutation, &step)
      mutation.phase = .waiting(mutation.budget.deadline)
      inFlight = mutation
    case .offline, .unknownOutcome:
      let isRepeatable = isAbsolute || step.policy.honorsIdempotencyKeys
      guard isRepeatable, !mutation.budget.isOverdue,
        let delay = mutation.budget.delayAfterLoss(step.policy)
      else {
        return ask(.outcome, mutation, nothingLost ? error : .unknownOutcome, &step)
      }
      beginDeadline(&mutation, &step)
      mutation.phase = .waiting(step.schedule(.retry, delay))
      inFlight = mutation
    case .conflict where nothingLost || isAbsolute:
      guard mutation.budget.stale < step.policy.maximumConflictRetries else {
        return nothingLost
          ? fail(mutation, error, answer, andRead: true, &step)
          : ask(.outcome, mutation, .unknownOutcome, &step)
      }
      mutation.budget.stale += 1
      // The value counts only if it can be ordered.
      guard let answer, showsOutcome(answer),
        [.newer, .same].contains(truth.order(of: reply(answer, to: mutation.key, at: step.now)))
      else { return ask(.rebase, mutation, error, &step) }
      learn(answer, from: mutation, &step)
      rebase(mutation, &step)
    case .limit where nothingLost && !isAbsolute && leavesRoom(mutation, answer):
      if error.failsOthers { return fail(mutation, error, answer, andRead: true, &step) }
      // A doubt, or a report in between, would hide the effect of this request.
      ask(isCertain ? .share : .outcome, mutation, error, &step)
    default:
      let isSettled = nothingLost || error.failsOthers || answer.map(showsOutcome) ?? false
      if isSettled { return fail(mutation, error, answer, andRead: !nothingLost, &step) }
      ask(.outcome, mutation, error, &step)
    }
  }

  /// The answer that an error carries; `nil` if it reports nothing, as an empty one.
  private func report(in error: ServiceError, about mutation: InFlight) -> Answer? {
    guard let answer = mutation.intent.answer(in: error) else { return nil }
    // A limit that is known already still says that the addition was refused because of it.
    let isEmpty =
      error.code != .limit && !answer.isComplete && answer.version == nil
      && truth.value(from: answer, over: confirmed) == confirmed
    return isEmpty ? nil : answer
  }

  private func beginDeadline(_ mutation: inout InFlight, _ step: inout Transition) {
    guard mutation.budget.deadline == nil else { return }
    var longest = step.policy.longestRecovery
    if case .hold(let hold) = step.policy.offline { longest = max(longest, hold) }
    mutation.budget.deadline = step.schedule(.deadline, longest)
  }

  /// Whether a limit may leave room for a part of an addition, so that this part may be applied.
  private func leavesRoom(_ mutation: InFlight, _ answer: Answer?) -> Bool {
    guard let answer, !answer.isComplete else { return false }
    let value = truth.value(from: answer, over: confirmed)
    return !isCertain || mutation.intent.effective(on: value) != nil
  }

  /// Adopts the value that an error carries, unless a newer one is known.
  private mutating func learn(_ answer: Answer, from mutation: InFlight, _ step: inout Transition) {
    let report = reply(answer, to: mutation.key, at: step.now)
    let order = truth.order(of: report)
    if order == .unclear || order == .older { reading.doubt(since: step.now) }
    if order != .older { adopt(report, over: confirmed, &step) }
  }

  /// Reads the value back to decide what became of a mutation.
  ///
  /// After the deadline the mutation settles at once, and only the doubt is left to be read.
  mutating func ask(
    _ purpose: Question.Purpose, _ mutation: InFlight, _ error: ServiceError,
    _ step: inout Transition
  ) {
    var mutation = mutation
    beginDeadline(&mutation, &step)
    let question = Question(error: error, purpose: purpose, asked: step.now)
    mutation.phase = .asking(question)
    inFlight = mutation
    reading.doubt(since: step.now)
    reading.retry()
    if mutation.budget.isOverdue {
      decide(question, about: mutation, nil, from: confirmed, &step)
    }
  }

  /// Settles the mutation that a question is about.
  ///
  /// - Parameters:
  ///   - question: The question.
  ///   - mutation: The in-flight mutation.
  ///   - answer: The value that was read; `nil` if it could not be read.
  ///   - former: The confirmed value before the read.
  ///   - step: The transition.
  mutating func decide(
    _ question: Question, about mutation: InFlight, _ answer: Answer?, from former: Value,
    _ step: inout Transition
  ) {
    if question.purpose == .rebase, answer != nil { return rebase(mutation, &step) }
    step.cause = .rollback
    if answer == nil, let refusal = report(in: question.error, about: mutation) {
      learn(refusal, from: mutation, &step)
    }
    var resolution = verdict(on: mutation, question.error, answer, &step)
    if question.purpose == .share, answer?.isComplete == true {
      resolution = .failed(question.error)
      // If the value has changed, a part was applied.
      if !Intent.isVisuallyEqual(confirmed, former) {
        let share = Adjustment(
          requested: mutation.intent.applied(to: former), actual: confirmed,
          limit: Intent.limit(of: confirmed))
        step.adjust(share, tap: mutation.tap)
        resolution = .adjusted(share)
      }
    }
    if step.cause == .rollback {
      step.failure = Failure(intent: mutation.intent, tap: mutation.tap, error: question.error)
    }
    settle(mutation, resolution, mayBeApplied: !mutation.isRefused(question.error), &step)
  }

  /// The outcome of a mutation without a reply, determined by the value that was reported later.
  ///
  /// The value does not show whether it contains an addition, so the outcome of an addition is
  /// uncertain.
  private func verdict(
    on mutation: InFlight, _ error: ServiceError, _ answer: Answer?, _ step: inout Transition
  ) -> Resolution<Value> {
    guard let answer, mutation.intent.isAbsolute, showsOutcome(answer) else {
      return mutation.isRefused(error) ? .failed(error) : .uncertain(error)
    }
    guard mutation.intent.effective(on: confirmed) == nil else {
      return error.code == .unknownOutcome ? .uncertain(error) : .failed(error)
    }
    step.cause = .confirm
    let wanted = mutation.intent.applied(to: confirmed)
    guard
      let adjustment = mutation.intent.adjustment(
        requested: wanted, actual: confirmed, answer: answer)
    else { return mutation.success }
    step.adjust(adjustment, tap: mutation.tap)
    return .adjusted(adjustment)
  }

  /// Rolls back a request that the server refused.
  ///
  /// If the error carries the server's value, the value is adopted; a limit that it names is
  /// learned. A refusal without a value contradicts a value that the server never confirmed.
  private mutating func fail(
    _ mutation: InFlight, _ error: ServiceError, _ answer: Answer?, andRead: Bool = false,
    _ step: inout Transition
  ) {
    step.cause = .rollback
    let isConfirmed = isDated || answer != nil
    if let answer { learn(answer, from: mutation, &step) }
    var lost = mutation.intent
    if error.failsOthers {
      if let queued { lost = lost.merged(with: queued.intent) }
      failQueued(error, &step)
      step.isFailureAlwaysShown = true
      step.effects.append(.propagate(error))
    }
    let isRefusal = ![.offline, .busy, .missingService, .signedOut].contains(error.code)
    if andRead {
      reading.doubt(since: step.now)
    } else if isRefusal, !isConfirmed {
      reading.doubtOnceInAnInterval(&step)
    }
    let nothingLost = mutation.budget.lost == 0
    let resolution = nothingLost ? .failed(error) : verdict(on: mutation, error, answer, &step)
    if step.isFailureAlwaysShown || step.cause == .rollback {
      step.failure = Failure(intent: lost, tap: mutation.tap, error: error)
    }
    settle(mutation, resolution, mayBeApplied: !nothingLost, &step)
  }

  /// Settles the mutation.
  ///
  /// - Parameters:
  ///   - mutation: The in-flight mutation.
  ///   - resolution: The outcome of its tap.
  ///   - mayBeApplied: Whether the server may have applied it, so that earlier reads are stale.
  ///   - step: The transition.
  mutating func settle(
    _ mutation: InFlight, _ resolution: Resolution<Value>, mayBeApplied: Bool = true,
    _ step: inout Transition
  ) {
    inFlight = nil
    if mayBeApplied { truth.change(at: step.now) }
    forgetRemoval(after: resolution)
    step.resolve(mutation.tap, resolution)
    considerKept(mayContain: mayBeApplied, &step)
    dropUnintendedRemoval(&step)
  }

  /// Drops the queued intent if it removes the value only because the mutation before it had another
  /// result, or met a conflict.
  ///
  /// So a product whose plus was refused is not removed by the minus after it.
  private mutating func dropUnintendedRemoval(_ step: inout Transition) {
    guard let queued, !queued.intent.isAbsolute, Intent.isRemoval(from: step.before, to: display)
    else { return }
    step.resolve(queued.tap, .unchanged)
    self.queued = nil
  }

  /// Rebases the intent on the newest confirmed value, and sends it again under a new key.
  private mutating func rebase(_ mutation: InFlight, _ step: inout Transition) {
    var mutation = mutation
    let result = mutation.intent.applied(to: confirmed)
    if mutation.budget.lost > 0, Intent.isVisuallyEqual(result, confirmed) {
      step.cause = .confirm
      return settle(mutation, mutation.success, &step)  // By the lost attempt.
    }
    mutation.budget.restart()
    dropUnintendedRemoval(&step)  // The taps behind it, and then itself.
    putBack(mutation, until: nil, &step)
    dropUnintendedRemoval(&step)
  }

  /// Puts an intent that is known to have done nothing back at the head of the queue.
  ///
  /// If a removal behind it is undone, the undo restores the intent.
  private mutating func putBack(
    _ mutation: InFlight, until wait: Wait?, _ step: inout Transition
  ) {
    inFlight = nil
    considerKept(mayContain: false, &step)
    let first = QueuedIntent(
      intent: mutation.intent, tap: mutation.tap, clamp: mutation.clamp, budget: mutation.budget,
      wait: wait)
    if queued != nil { step.resolve(mutation.tap, .merged) }
    if let removal, isQueued(removal) {
      let before = coalesced(first, removal.before)
      self.removal?.before = before
    }
    queued = coalesced(first, queued)
  }

  /// Coalesces an intent with the taps behind it.
  private func coalesced(
    _ first: QueuedIntent<Intent>, _ later: QueuedIntent<Intent>?
  ) -> QueuedIntent<Intent> {
    guard let later else { return first }
    var all = first
    let shown = Self.asDisplayed(first.intent, on: confirmed)
    all.intent = shown?.merged(with: later.intent) ?? later.intent
    (all.tap, all.clamp) = (later.tap, later.clamp)
    return all
  }
}
