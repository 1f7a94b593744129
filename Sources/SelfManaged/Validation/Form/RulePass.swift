/// One look at the rules of a form, in which no rule of a field runs twice.
@MainActor
struct RulePass: RuleRunner {
  private let manager: ValidationManager
  /// Whether values are read anew before they are judged.
  private let isLive: Bool
  private let readsFields: Bool
  private var known: [FieldID: RuleFinding?] = [:]

  /// Begins a look.
  ///
  /// - Parameters:
  ///   - manager: Whose fields are looked at.
  ///   - isLive: Whether values are read anew.
  init(_ manager: ValidationManager, isLive: Bool) {
    self.manager = manager
    readsFields = manager.readsFields
    self.isLive = isLive
  }

  mutating func finding(of id: FieldID, in form: FormState) -> RuleFinding? {
    guard let record = manager.record(id) else { return nil }
    manager.formSeenByRules = form
    defer { manager.formSeenByRules = nil }
    return finding(of: record, in: form)
  }

  /// Runs a field's rules up to the first that fails, on the value that it has now.
  mutating func look(at record: any FieldRecord, in form: FormState) -> FieldLook {
    guard readsFields else { return record.look() }
    guard record.refresh() else { return .gone }
    return finding(of: record, in: form).map { .fails($0) } ?? .passes
  }

  /// What the first rule of a field says that fails.
  mutating func finding(of record: any FieldRecord, in form: FormState) -> RuleFinding? {
    guard readsFields else { return record.ownFinding() }
    if let finding = ownFinding(of: record) { return finding }
    return record.readingFinding { context($0, in: form) }
  }

  /// What each rule of a field says that fails.
  mutating func findings(of record: any FieldRecord, in form: FormState) -> [RuleFinding] {
    record.findings { context($0, in: form) }
  }

  private mutating func ownFinding(of record: any FieldRecord) -> RuleFinding? {
    if let finding = known[record.id] { return finding }
    let finding = record.ownFinding()
    known[record.id] = .some(finding)
    return finding
  }

  /// The values that a rule reads; `nil` where one of them is nothing to compare with.
  private mutating func context(_ reads: [FieldID], in form: FormState) -> RuleContext? {
    var context = RuleContext()
    for id in reads where id.form == manager.number {
      guard form[id]?.isEnabled == true, let record = manager.record(id),
        !isLive || record.refresh(),
        record.object != nil, ownFinding(of: record) == nil
      else { return nil }
      context.add(record.value, of: id)
    }
    return context
  }
}
