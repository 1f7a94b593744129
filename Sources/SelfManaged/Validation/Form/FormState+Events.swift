import Components

extension FormState {
  /// Handles an event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - now: The event's logical time, later than those of all previous events.
  ///   - rules: Runs the rules of the fields on their current values.
  /// - Returns: The effects to carry out, in order.
  package mutating func handle(
    _ event: FormEvent, at now: LogicalTime, rules: inout some RuleRunner
  ) -> [FormEffect] {
    var effects = apply(event, at: now, rules: &rules)
    if isOfOneField(event) { return effects }
    effects += settle(at: now, rules: &rules)
    for index in fields.indices where fields[index].shown != nil { fields[index].hasErred = true }
    return effects
  }

  /// Whether an event affects only one field and no submission.
  ///
  /// Adding a field outside a submit is such an event, so its cost does not depend on the number of
  /// fields.
  package func isOfOneField(_ event: FormEvent) -> Bool {
    if case .added(_, _, nil) = event { submissions.isEmpty } else { false }
  }

  private mutating func apply(
    _ event: FormEvent, at now: LogicalTime, rules: inout some RuleRunner
  ) -> [FormEffect] {
    switch event {
    case .added(var field, let place, let former):
      var effects: [FormEffect] = []
      if let former, let index = index(of: former) {
        effects = dropAsyncCheck(index)
        fields.remove(at: index)
      }
      field.changedAt = now
      fields.insert(field, at: min(max(0, place), fields.count))
      if let former { effects += verifyReaders(of: former, at: now, rules: &rules) }
      return effects
    case .removed(let id):
      guard let index = index(of: id) else { return [] }
      let effects = dropAsyncCheck(index)
      fields.remove(at: index)
      return effects + verifyReaders(of: id, at: now, rules: &rules)
    case .enabled(let id, let isEnabled):
      guard let index = index(of: id), fields[index].isEnabled != isEnabled else { return [] }
      let effects = dropAsyncCheck(index)
      fields[index].isEnabled = isEnabled
      conceal(index)
      return effects + verifyReaders(of: id, at: now, rules: &rules)
    case .rulesChanged(let id, let reads, let hasAsyncRules):
      guard let index = index(of: id) else { return [] }
      let effects = dropAsyncCheck(index)
      fields[index].reads = reads
      fields[index].hasAsyncRules = hasAsyncRules
      conceal(index)
      return effects + verifyReaders(of: id, at: now, rules: &rules)
    case .changed(let id, let origin):
      return change(id, by: origin, at: now, rules: &rules)
    case .editingEnded(let id):
      return leave(id, at: now, rules: &rules)
    case .timer(let id, let time):
      guard let index = index(of: id), fields[index].asyncCheck == .debouncing(time) else {
        return []
      }
      return startAsyncCheck(index, at: now)
    case .asyncCheckEnded(let id, let time, let result):
      guard let index = index(of: id), fields[index].asyncCheck == .running(time) else { return [] }
      fields[index].asyncCheck = .ended(result)
      return []
    case .refused(let refusals, let failures, let moment):
      if !failures.isEmpty { self.failures = failures }
      for refusal in refusals {
        guard let index = index(of: refusal.id),
          moment.map({ fields[index].changedAt <= $0 }) ?? true
        else { continue }
        fields[index].refusal = refusal.failure
      }
      return []
    case .submit:
      return submit(at: now, rules: &rules)
    case .withdrawn(let time):
      submissions.removeAll { $0 == time }
      return []
    case .reset:
      var effects: [FormEffect] = []
      failures = [:]
      for index in fields.indices {
        effects += dropAsyncCheck(index)
        fields[index].refusal = nil
        conceal(index)
      }
      if !submissions.isEmpty { effects.append(.abandon(submissions)) }
      submissions = []
      return effects
    }
  }

  /// Handles a change of a value: drops the failures of the field, and checks the field and its
  /// readers.
  private mutating func change(
    _ id: FieldID, by origin: FieldObserver.Origin, at now: LogicalTime,
    rules: inout some RuleRunner
  ) -> [FormEffect] {
    guard let index = index(of: id) else { return [] }
    var effects = dropAsyncCheck(index)
    fields[index].changedAt = now
    fields[index].refusal = nil
    fields[index].wantsAsyncCheck = origin == .user
    if moment(index) != .change {
      fields[index].showsError = false
    } else if origin == .user {
      fields[index].showsError = true
    }
    if fields[index].isEnabled {
      verify(index, rules: &rules)
      effects += advanceAsyncCheck(index, at: now)
    }
    return effects + verifyReaders(of: id, at: now, rules: &rules)
  }

  /// Handles the end of editing: the field and its touched readers may show their failures.
  private mutating func leave(
    _ id: FieldID, at now: LogicalTime, rules: inout some RuleRunner
  ) -> [FormEffect] {
    guard let index = index(of: id) else { return [] }
    fields[index].isTouched = true
    for index in [index] + readers(of: id) where fields[index].isEnabled {
      guard fields[index].isTouched, moment(index) != .submit else { continue }
      if fields[index].verdict == .unknown { verify(index, rules: &rules) }
      fields[index].showsError = true
    }
    return []
  }

  private mutating func submit(at now: LogicalTime, rules: inout some RuleRunner) -> [FormEffect] {
    submissions.append(now)
    failures = [:]
    var effects: [FormEffect] = []
    for index in fields.indices where fields[index].isEnabled {
      verify(index, rules: &rules)
      fields[index].showsError = true
      switch fields[index].asyncCheck {
      case .debouncing, .ended(.unanswered):  // Ends the delay, or repeats the check.
        effects += dropAsyncCheck(index)
      case .running where fields[index].verdict != .passed:
        effects += dropAsyncCheck(index)
      case .none, .running, .ended: break
      }
    }
    return effects
  }

  /// Ends the submissions once every field has been checked and nothing is pending.
  ///
  /// The user may have changed values in the meantime, so all failures are shown once more.
  private mutating func settle(at now: LogicalTime, rules: inout some RuleRunner) -> [FormEffect] {
    guard !submissions.isEmpty else { return [] }
    var effects: [FormEffect] = []
    for index in fields.indices where fields[index].isEnabled {
      if fields[index].verdict == .unknown { verify(index, rules: &rules) }
      if fields[index].verdict == .passed, fields[index].hasAsyncRules,
        fields[index].asyncCheck == .none
      {
        effects += startAsyncCheck(index, at: now)
      }
    }
    guard !isPending else { return effects }
    for index in fields.indices { fields[index].showsError = fields[index].isEnabled }
    effects.append(.finish(submissions))
    submissions = []
    return effects
  }

  /// Recomputes a field's verdict from its current value.
  private mutating func verify(_ index: Int, rules: inout some RuleRunner) {
    let finding = rules.finding(of: fields[index].id, in: self)
    fields[index].verdict = finding.map { .failed($0) } ?? .passed
  }

  /// Recomputes the verdict of each field that reads the given field, once.
  ///
  /// While the user types in one field, another field does not begin to show a failure, unless its
  /// failure timing is `change`.
  private mutating func verifyReaders(
    of id: FieldID, at now: LogicalTime, rules: inout some RuleRunner
  ) -> [FormEffect] {
    var effects: [FormEffect] = []
    for index in readers(of: id) where fields[index].isEnabled {
      let former = fields[index].verdict
      verify(index, rules: &rules)
      if fields[index].verdict != former, moment(index) != .change {
        fields[index].showsError = false
      }
      effects += advanceAsyncCheck(index, at: now)
    }
    return effects
  }

  private func readers(of id: FieldID) -> [Int] {
    fields.indices.filter { fields[$0].id != id && fields[$0].reads.contains(id) }
  }

  /// Starts a field's async check or its delay, or drops the check, depending on the verdict.
  private mutating func advanceAsyncCheck(_ index: Int, at now: LogicalTime) -> [FormEffect] {
    guard fields[index].verdict == .passed else {
      return fields[index].isPending ? dropAsyncCheck(index) : []
    }
    guard fields[index].hasAsyncRules, fields[index].wantsAsyncCheck,
      fields[index].asyncCheck == .none
    else {
      return []
    }
    guard policy.debounce > .zero else { return startAsyncCheck(index, at: now) }
    fields[index].asyncCheck = .debouncing(now)
    return [.schedule(fields[index].id, policy.debounce)]
  }

  private mutating func startAsyncCheck(_ index: Int, at now: LogicalTime) -> [FormEffect] {
    fields[index].asyncCheck = .running(now)
    return [.runAsyncRules(fields[index].id)]
  }

  private mutating func dropAsyncCheck(_ index: Int) -> [FormEffect] {
    let wasPending = fields[index].isPending
    fields[index].asyncCheck = .none
    return wasPending ? [.cancel(fields[index].id)] : []
  }

  /// Hides the failures of a field's rules and clears its history.
  private mutating func conceal(_ index: Int) {
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
