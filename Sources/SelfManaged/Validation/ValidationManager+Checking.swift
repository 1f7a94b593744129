// The checks, which do not change the form.
extension ValidationManager {
  /// Returns the failure of the first failing field, in order, or a success.
  ///
  /// The rules run synchronously on the fields' current values, up to the first rule that fails.
  /// The message of a failure has the first failing rule of the field. Async rules do not run. If
  /// there is no other failure, and the async rules of a field have no result for its current
  /// value, the message has the code ``RuleCode/pending``.
  public func check() -> ValidationMessage {
    observe()
    let (records, form, began) = (records, form, lastTime)
    var rules = RulePass(self, readsFields: form.readsFields)
    var open: (any FieldRecord)?
    for index in records.indices where form.fields[index].isEnabled {
      guard takesPart(records[index], since: began) else { continue }
      let look = rules.look(at: records[index], in: form)
      guard takesPart(records[index], since: began) else { continue }
      switch look {
      case .gone: continue
      case .fails(let finding): return message(finding, of: records[index])
      case .passes: break
      }
      guard form.fields[index].isMoreThanRules, records[index].refresh(),
        let finding = known(records[index], form.fields[index])
      else { continue }
      if finding.failure.code != .pending { return message(finding, of: records[index]) }
      if open == nil { open = records[index] }
    }
    if let open, takesPart(open, since: began) { return message(Self.pending, of: open) }
    guard records.contains(where: { $0.object != nil }) else {
      return message(RuleFinding(RuleFailure(.noFields)), of: nil)
    }
    return message(nil, of: nil)
  }

  /// Returns a message for each enabled field, in order: its first failure, or a success.
  public func checkAll() -> [ValidationMessage] {
    observe()
    let (records, form, began) = (records, form, lastTime)
    var rules = RulePass(self, readsFields: form.readsFields)
    let found = records.indices.compactMap { index -> (any FieldRecord, RuleFinding?)? in
      let record = records[index]
      guard form.fields[index].isEnabled, takesPart(record, since: began), record.refresh() else {
        return nil
      }
      let finding = rules.finding(of: record, in: form)
      return (record, finding ?? known(record, form.fields[index]))
    }
    return found.filter { takesPart($0.0, since: began) }.map { message($0.1, of: $0.0) }
  }

  /// Whether a field is still in the form and enabled; rules may have removed or disabled it since
  /// the check began.
  private func takesPart(_ record: any FieldRecord, since began: UInt64) -> Bool {
    lastTime == began || form[record.id]?.isEnabled == true
  }

  /// Returns the first failure of a field, or a success; always a success if the field is disabled.
  ///
  /// For an object that is not in the form, the message has the code ``RuleCode/notAttached``.
  public func check(_ field: AnyObject) -> ValidationMessage {
    let messages = messages(of: field) { rules, record, state in
      (rules.finding(of: record, in: form) ?? known(record, state)).map { [$0] } ?? []
    }
    return messages.first ?? message(nil, of: record(of: field))
  }

  /// Returns a message for each failing rule of a field, in order, then for the server's failure
  /// and the failure of the async rules.
  ///
  /// The list is empty if there is no failure, or if the field is disabled. A pending async check
  /// is not a failure here.
  public func failures(of field: AnyObject) -> [ValidationMessage] {
    messages(of: field) { rules, record, state in
      let findings = rules.findings(of: record, in: form)
      guard record.isReported else { return findings }
      return findings
        + [state.refusal.map { RuleFinding($0) }, state.asyncFinding].compactMap { $0 }
    }
  }

  /// Returns a message for each finding of an enabled field; its rules may disable or remove it.
  private func messages(
    of field: AnyObject, _ find: (inout RulePass, any FieldRecord, FieldState) -> [RuleFinding]
  ) -> [ValidationMessage] {
    observe()
    let notAttached = RuleFinding(RuleFailure(.notAttached, String(describing: type(of: field))))
    guard let record = record(of: field), let state = form[record.id] else {
      return [message(notAttached, of: nil)]
    }
    guard state.isEnabled, record.refresh() else { return [] }
    var rules = RulePass(self, readsFields: form.readsFields)
    let findings = find(&rules, record, state)
    guard let now = form[record.id] else { return [message(notAttached, of: nil)] }
    return now.isEnabled ? findings.map { message($0, of: record) } : []
  }

  /// Returns the failure that the server or the async rules found; `pending` if the async rules
  /// have no result.
  private func known(_ record: any FieldRecord, _ field: FieldState) -> RuleFinding? {
    if record.isReported {
      if let refusal = field.refusal { return RuleFinding(refusal) }
      if case .ended = field.asyncCheck { return field.asyncFinding }
    }
    return field.hasAsyncRules ? Self.pending : nil
  }

  /// Whether the user has changed a value that is not saved, or the server has refused one; see
  /// ``changes``.
  ///
  /// ```swift
  /// .interactiveDismissDisabled(form.isDirty)
  /// ```
  public var isDirty: Bool { !changes.isEmpty }

  /// The keys of the enabled fields with a change that is not saved, in the order of the fields.
  ///
  /// A change by the user is not saved until a submit has succeeded. A value that is typed again as it
  /// was is no change. A value that the app changes, for example with `configure`, counts as saved; a
  /// value that the field has already stays as it is.
  ///
  /// A submit with an action succeeds if the action returns and has passed no failure to
  /// ``receive(_:asOf:)``; what the user typed meanwhile is not saved. A submit without an action
  /// succeeds when it returns a success; a value that the server then refuses is not saved.
  public var changes: [String] {
    observe()
    return zip(form.fields, records).filter { field, record in
      guard field.isEnabled, record.refresh() else { return false }
      return record.isChanged
    }.map(\.1.key)
  }

  private static let pending = RuleFinding(RuleFailure(.pending))

  func message(_ finding: RuleFinding?, of record: (any FieldRecord)?) -> ValidationMessage {
    ValidationMessage(finding, of: record, in: self, at: tick())
  }

  /// Returns the message of a failure, with the current titles of the fields that its arguments
  /// name, or else with their former titles.
  func text(
    of failure: RuleFailure, title: String, formerTitles: [FieldID: String] = [:]
  ) -> String {
    let titles = formerTitles.merging(titles(in: failure)) { $1 }
    return language.text(of: failure, title: title, fieldTitles: titles)
  }

  /// Returns the current titles of the fields that a failure's arguments name.
  func titles(in failure: RuleFailure) -> [FieldID: String] {
    var titles: [FieldID: String] = [:]
    for argument in failure.arguments {
      if let id = argument.value as? FieldID { titles[id] = record(id).map(title) }
    }
    return titles
  }

  /// Returns the title of a field in the form's language.
  func title(of record: any FieldRecord) -> String {
    language.title(record.key, otherwise: record.title)
  }

  /// Registers the view that calls a check, so that it is notified when the result may have
  /// changed.
  private func observe() { _ = (state, revision) }
}
