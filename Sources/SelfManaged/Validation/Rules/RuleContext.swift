/// What a rule may know beside the value it judges: those of the fields it reads.
struct RuleContext: Sendable {
  private(set) var values: [(id: FieldID, value: any Sendable)] = []

  /// Makes a value known.
  mutating func add(_ value: any Sendable, of id: FieldID) { values.append((id, value)) }

  /// The value of a field.
  ///
  /// - Throws: ``Unreadable`` where it is not known.
  func value<Value>(of field: FieldHandle<Value>) throws(Unreadable) -> Value {
    for entry in values where entry.id == field.id {
      if let value = entry.value as? Value { return value }
    }
    throw Unreadable()
  }

  /// The rule was not given what it reads.
  struct Unreadable: Error {}
}
