/// The values of other fields that a rule reads.
struct RuleContext: Sendable {
  private(set) var values: [(id: FieldID, value: any Sendable)] = []

  /// Adds a field's value.
  mutating func add(_ value: any Sendable, of id: FieldID) { values.append((id, value)) }

  /// Returns the value of a field.
  ///
  /// - Throws: ``Unreadable`` if the context does not contain the value.
  func value<Value>(of field: FieldHandle<Value>) throws(Unreadable) -> Value {
    for entry in values where entry.id == field.id {
      if let value = entry.value as? Value { return value }
    }
    throw Unreadable()
  }

  /// An error for a value that the context does not contain.
  struct Unreadable: Error {}
}
