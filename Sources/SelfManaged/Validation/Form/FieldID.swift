/// Which entry of which form a field is.
///
/// Each `add` makes a new one, so nothing that was known of a field is ever inherited by another,
/// not even by one at the same address in memory.
public struct FieldID: Hashable, Sendable, CustomStringConvertible {
  /// The number of the form, unique in the process.
  let form: UInt64
  /// The number of the entry in its form; later entries have higher ones.
  let number: UInt64

  package init(form: UInt64, number: UInt64) {
    self.form = form
    self.number = number
  }

  /// The two numbers.
  public var description: String { "field \(form).\(number)" }
}
