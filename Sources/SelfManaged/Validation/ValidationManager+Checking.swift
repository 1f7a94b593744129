// Checks, which change nothing.
extension ValidationManager {
  /// Returns the first failing field, in order, with its first failing rule; or a success.
  ///
  /// Rules run on the fields' current values before the call returns. Rules after the first failing
  /// rule do not run. A field whose async rules have no result for its current value is not valid:
  /// if there is no other failure, the message is ``RuleCode/pending``.
  public func check() -> ValidationMessage {
    observe()
    let (records, form, began) = (records, form, lastTime)
    var rules = RulePass(self, isLive: true)
    var isAnyAlive = false
    var open: (any FieldRecord)?
    for index in records.indices where form.fields[index].isEnabled {
      guard takesPart(records[index], since: began) else { continue }
      let look = rules.look(at: records[index], in: form)
      guard takesPart(records[index], since: began) else { continue }
      switch look {
      case .gone: continue
      case .fails(let finding): return message(finding, of: records[index])
      case .passes: isAnyAlive = true
      }
      guard form.fields[index].isMoreThanRules, records[index].refresh(),
        let finding = known(records[index], form.fields[index])
      else { continue }
      if finding.failure.code != .pending { return message(finding, of: records[index]) }
      if open == nil { open = records[index] }
    }
    if let open, takesPart(open, since: began) { return message(Self.pending, of: open) }
    if isAnyAlive || records.contains(where: { $0.object != nil }) { return message(nil, of: nil) }
    return message(RuleFinding(RuleFailure(.noFields)), of: nil)
  }

  /// Returns one message for each enabled field, in order, failing or not.
  public func checkAll() -> [ValidationMessage] {
    observe()
    let (records, form, began) = (records, form, lastTime)
    var rules = RulePass(self, isLive: true)
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

  /// Whether a field is still in the form and enabled, since rules that ran after a check began may
  /// have removed or disabled it.
  private func takesPart(_ record: any FieldRecord, since began: UInt64) -> Bool {
    lastTime == began || form[record.id]?.isEnabled == true
  }

  /// Returns the message for one field; a success if the field is disabled.
  ///
  /// An object that is not in the form fails with ``RuleCode/notAttached``.
  public func check(_ field: AnyObject) -> ValidationMessage {
    observe()
    guard let record = record(of: field), let state = form[record.id] else {
      return message(notAttached(field), of: nil)
    }
    guard state.isEnabled, record.refresh() else { return message(nil, of: record) }
    var rules = RulePass(self, isLive: true)
    let finding = rules.finding(of: record, in: form) ?? known(record, state)
    guard let now = form[record.id] else { return message(notAttached(field), of: nil) }
    return message(now.isEnabled ? finding : nil, of: record)
  }

  /// Returns a message for each failing rule of a field, in order, then for the server's failure
  /// and that of the async rules; empty if there is no failure, or if the field is disabled.
  public func failures(of field: AnyObject) -> [ValidationMessage] {
    observe()
    guard let record = record(of: field), let state = form[record.id] else {
      return [message(notAttached(field), of: nil)]
    }
    guard state.isEnabled, record.refresh() else { return [] }
    var rules = RulePass(self, isLive: true)
    var findings = rules.findings(of: record, in: form)
    guard let now = form[record.id] else { return [message(notAttached(field), of: nil)] }
    guard now.isEnabled else { return [] }
    if record.isReported, let refusal = state.refusal { findings.append(RuleFinding(refusal)) }
    if record.isReported, let finding = state.asyncFinding { findings.append(finding) }
    return findings.map { message($0, of: record) }
  }

  /// Returns the finding beside the rules: the server's failure, or that of the async rules.
  private func known(_ record: any FieldRecord, _ field: FieldState) -> RuleFinding? {
    if record.isReported {
      if let refusal = field.refusal { return RuleFinding(refusal) }
      if case .ended = field.asyncCheck { return field.asyncFinding }
    }
    return field.hasAsyncRules ? Self.pending : nil
  }

  private static let pending = RuleFinding(RuleFailure(.pending))

  private func notAttached(_ object: AnyObject) -> RuleFinding {
    RuleFinding(RuleFailure(.notAttached, String(describing: type(of: object))))
  }

  func message(_ finding: RuleFinding?, of record: (any FieldRecord)?) -> ValidationMessage {
    ValidationMessage(finding, of: record, in: self, at: tick())
  }

  /// Words a failure, with the current titles of its field and of the fields it reads.
  func text(of failure: RuleFailure, title: String) -> String {
    var titles: [FieldID: String] = [:]
    for case let id as FieldID in failure.arguments.map(\.value) {
      titles[id] = self.record(id)?.title
    }
    return language.text(of: failure, title: title, fieldTitles: titles)
  }

  /// Registers the observing view, so that it is notified when the result may have changed.
  private func observe() { _ = state }
}
