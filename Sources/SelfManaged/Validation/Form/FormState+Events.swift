import Components

/// Runs the rules of a field for the reducer, which contains no values.
///
/// Returns the field's first failure; `nil` if all rules pass. Called at most once for each field
/// and event.
package typealias RuleRunner = (FieldID, FormState) -> RuleFinding?

/// One event that a form handles.
private struct Step {
  let now: LogicalTime
  let finding: RuleRunner
  var effects: [FormEffect] = []
}

extension FormState {
  /// Handles an event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - now: The event's logical time, later than those of all previous events.
  ///   - finding: Runs the rules of the fields on their current values.
  /// - Returns: The effects to carry out, in order.
  package mutating func handle(
    _ event: FormEvent, at now: LogicalTime, finding: @escaping RuleRunner
  ) -> [FormEffect] {
    var step = Step(now: now, finding: finding)
    apply(event, &step)
    if isOfOneField(event) { return step.effects }
    settle(&step)
    for index in fields.indices where fields[index].shown != nil { fields[index].hasErred = true }
    return step.effects
  }

  /// Whether an event affects only one field and no submission.
  ///
  /// Adding a field outside a submit is such an event, so its cost does not depend on the number of
  /// fields.
  package func isOfOneField(_ event: FormEvent) -> Bool {
    if case .added(_, _, nil) = event { !isAwaited } else { false }
  }

  private mutating func apply(_ event: FormEvent, _ step: inout Step) {
    switch event {
    case .added(var field, let other, let former):
      let place = former.flatMap { index(of: $0) }
      if let place {
        dropAsyncCheck(place, &step)
        fields.remove(at: place)
      }
      field.changedAt = step.now
      fields.insert(field, at: other.flatMap { index(of: $0) } ?? place ?? fields.count)
      if let former { verifyReaders(of: former, &step) }
    case .removed(let id):
      guard let index = index(of: id) else { return }
      dropAsyncCheck(index, &step)
      fields.remove(at: index)
      verifyReaders(of: id, &step)
    case .enabled(let id, let isEnabled):
      guard let index = index(of: id), fields[index].isEnabled != isEnabled else { return }
      fields[index].isEnabled = isEnabled
      restart(index, &step)
      verifyReaders(of: id, &step)
    case .rulesChanged(let id, let reads, let hasAsyncRules):
      guard let index = index(of: id) else { return }
      fields[index].reads = reads
      fields[index].hasAsyncRules = hasAsyncRules
      restart(index, &step)
      verifyReaders(of: id, &step)
    case .changed(let id, let origin): change(id, by: origin, &step)
    case .editingEnded(let id): leave(id, &step)
    case .timer(let id, let time):
      guard let index = index(of: id), fields[index].asyncCheck == .debouncing(time) else { return }
      startAsyncCheck(index, &step)
    case .asyncCheckEnded(let id, let time, let result):
      guard let index = index(of: id), fields[index].asyncCheck == .running(time) else { return }
      fields[index].asyncCheck = .ended(result)
    case .refused(let refusals, let failures, let moment):
      if !failures.isEmpty { self.failures = failures }
      for refusal in refusals {
        guard let index = index(of: refusal.id),
          moment.map({ fields[index].changedAt <= $0 }) ?? true
        else { continue }
        fields[index].refusal = refusal.failure
      }
      if !refusals.isEmpty || !failures.isEmpty { refuseAccepted() }
    case .submit(let id, let hasAction):
      if begin(id, hasAction: hasAction) { submit(&step) }
    case .reset:
      failures = [:]
      for index in fields.indices {
        fields[index].refusal = nil
        restart(index, &step)
      }
      endByReset(&step)
    case .validAfterReset(let ids):
      for index in submissions.indices where ids.contains(submissions[index].id) {
        submissions[index].state = .reset(isValid: true)
      }
    }
  }

  /// Handles a change of a value: drops the failures of the field, and checks the field and its
  /// readers.
  private mutating func change(
    _ id: FieldID, by origin: FieldObserver.Origin, _ step: inout Step
  ) {
    guard let index = index(of: id) else { return }
    dropAsyncCheck(index, &step)
    fields[index].changedAt = step.now
    fields[index].refusal = nil
    fields[index].wantsAsyncCheck = origin == .user
    if moment(index) != .change {
      fields[index].showsError = false
    } else if origin == .user {
      fields[index].showsError = true
    }
    if fields[index].isEnabled {
      verify(index, step)
      advanceAsyncCheck(index, &step)
    }
    verifyReaders(of: id, &step)
  }

  /// Handles the end of editing: the field and its touched readers may show their failures.
  private mutating func leave(_ id: FieldID, _ step: inout Step) {
    guard let index = index(of: id) else { return }
    fields[index].isTouched = true
    for index in [index] + readers(of: id) where fields[index].isEnabled {
      guard fields[index].isTouched, moment(index) != .submit else { continue }
      if fields[index].verdict == .unknown { verify(index, step) }
      fields[index].showsError = true
    }
  }

  private mutating func submit(_ step: inout Step) {
    failures = [:]
    for index in fields.indices where fields[index].isEnabled {
      verify(index, step)
      fields[index].showsError = true
      switch fields[index].asyncCheck {
      case .debouncing, .ended(.unanswered):  // Ends the delay, or repeats the check.
        dropAsyncCheck(index, &step)
      case .running where fields[index].verdict != .passed: dropAsyncCheck(index, &step)
      case .none, .running, .ended: break
      }
    }
  }

  /// Checks every field while a submission waits, and shows all failures once nothing is pending.
  ///
  /// The user may have changed values in the meantime, so all failures are shown once more.
  private mutating func settle(_ step: inout Step) {
    guard isAwaited else { return }
    for index in fields.indices where fields[index].isEnabled {
      if fields[index].verdict == .unknown { verify(index, step) }
      if fields[index].verdict == .passed, fields[index].hasAsyncRules,
        fields[index].asyncCheck == .none
      {
        startAsyncCheck(index, &step)
      }
    }
    guard !isPending else { return }
    for index in fields.indices { fields[index].showsError = fields[index].isEnabled }
    for index in submissions.indices where submissions[index].state == .waiting {
      submissions[index].state = .checked
    }
  }

  /// Ends all submissions whose action is not running.
  private mutating func endByReset(_ step: inout Step) {
    var ids: [LogicalTime] = []
    for index in submissions.indices {
      switch submissions[index].state {
      case .waiting, .checked, .failed:
        submissions[index].state = .reset(isValid: false)
        ids.append(submissions[index].id)
      case .reset, .overtaken, .accepted: break
      }
    }
    if !ids.isEmpty { step.effects.append(.checkAfterReset(ids)) }
  }

  /// Marks the submission whose action is running.
  private mutating func refuseAccepted() {
    for index in submissions.indices {
      if case .accepted = submissions[index].state {
        submissions[index].state = .accepted(isRefused: true)
      }
    }
  }

  /// Recomputes a field's verdict from its current value.
  private mutating func verify(_ index: Int, _ step: Step) {
    fields[index].verdict = step.finding(fields[index].id, self).map { .failed($0) } ?? .passed
  }

  /// Recomputes the verdict of each field that reads the given field, once.
  ///
  /// While the user types in one field, another field does not begin to show a failure, unless its
  /// failure timing is `change`.
  private mutating func verifyReaders(of id: FieldID, _ step: inout Step) {
    for index in readers(of: id) where fields[index].isEnabled {
      let former = fields[index].verdict
      verify(index, step)
      if fields[index].verdict != former, moment(index) != .change {
        fields[index].showsError = false
      }
      advanceAsyncCheck(index, &step)
    }
  }

  private func readers(of id: FieldID) -> [Int] {
    fields.indices.filter { fields[$0].id != id && fields[$0].reads.contains(id) }
  }

  /// Starts a field's async check or its delay, or drops the check, depending on the verdict.
  private mutating func advanceAsyncCheck(_ index: Int, _ step: inout Step) {
    guard fields[index].verdict == .passed else {
      if fields[index].isPending { dropAsyncCheck(index, &step) }
      return
    }
    guard fields[index].hasAsyncRules, fields[index].wantsAsyncCheck,
      fields[index].asyncCheck == .none
    else { return }
    guard policy.debounce > .zero else { return startAsyncCheck(index, &step) }
    fields[index].asyncCheck = .debouncing(step.now)
    step.effects.append(.schedule(fields[index].id, policy.debounce))
  }

  private mutating func startAsyncCheck(_ index: Int, _ step: inout Step) {
    fields[index].asyncCheck = .running(step.now)
    step.effects.append(.runAsyncRules(fields[index].id))
  }

  private mutating func dropAsyncCheck(_ index: Int, _ step: inout Step) {
    if fields[index].isPending { step.effects.append(.cancel(fields[index].id)) }
    fields[index].asyncCheck = .none
  }

  /// Drops a field's async check, hides the failures of its rules, and clears its history.
  private mutating func restart(_ index: Int, _ step: inout Step) {
    dropAsyncCheck(index, &step)
    fields[index].verdict = .unknown
    fields[index].showsError = false
    fields[index].hasErred = false
    fields[index].isTouched = false
    fields[index].wantsAsyncCheck = false
  }

  /// Returns the earliest moment at which a field shows its failure.
  private func moment(_ index: Int) -> FailureTiming.Moment {
    fields[index].hasErred ? policy.shows.again : policy.shows.first
  }
}
