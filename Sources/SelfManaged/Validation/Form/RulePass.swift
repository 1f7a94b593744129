/// One pass over the rules of a form, in which the rules of a field that others read run only once.
@MainActor
struct RulePass {
  private let manager: ValidationManager
  /// The entry of the field that the event adds.
  private let added: (any FieldRecord)?
  private let readsFields: Bool
  private var known: [FieldID: RuleFinding?] = [:]

  /// Begins a pass over the fields of a form, to check it or to handle an event.
  init(_ manager: ValidationManager, adding added: (any FieldRecord)? = nil, readsFields: Bool) {
    self.manager = manager
    self.added = added
    self.readsFields = readsFields
  }

  /// Returns the first failure of a field on the value that was read last.
  mutating func finding(of id: FieldID, in form: FormState) -> RuleFinding? {
    record(id).flatMap { finding(of: $0, in: form) }
  }

  /// Runs a field's rules on its current value, up to the first rule that fails.
  mutating func look(at record: any FieldRecord, in form: FormState) -> FieldLook {
    guard readsFields else { return record.look() }
    guard record.refresh() else { return .gone }
    return finding(of: record, in: form).map { .fails($0) } ?? .passes
  }

  /// Returns a field's first failure.
  mutating func finding(of record: any FieldRecord, in form: FormState) -> RuleFinding? {
    guard readsFields else { return record.ownFinding() }
    if let finding = ownFinding(of: record) { return finding }
    return record.readingFinding { context($0, in: form) }
  }

  /// Returns the failure of each failing rule of a field.
  mutating func findings(of record: any FieldRecord, in form: FormState) -> [RuleFinding] {
    record.findings { context($0, in: form) }
  }

  private func record(_ id: FieldID) -> (any FieldRecord)? {
    added?.id == id ? added : manager.record(id)
  }

  private mutating func ownFinding(of record: any FieldRecord) -> RuleFinding? {
    if let finding = known[record.id] { return finding }
    let finding = record.ownFinding()
    known[record.id] = .some(finding)
    return finding
  }

  /// Returns the values that a rule reads; `nil` if one of their fields is disabled, gone or
  /// invalid.
  private mutating func context(_ reads: [FieldID], in form: FormState) -> RuleContext? {
    var context = RuleContext()
    for id in reads where id.form == manager.number {
      guard form[id]?.isEnabled == true, let record = record(id),
        record.refresh(), ownFinding(of: record) == nil
      else { return nil }
      context.add(record.value, of: id)
    }
    return context
  }
}
