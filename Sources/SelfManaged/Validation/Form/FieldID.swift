/// The identity of one entry in one form.
///
/// Each `add` creates a new ID, so a field never inherits the failures of another field, not even
/// of a released field at the same address.
public struct FieldID: Hashable, Sendable, CustomStringConvertible {
  /// The number of the form, unique within the process.
  let form: UInt64
  /// The number of the entry within its form; later entries have higher numbers.
  let number: UInt64

  package init(form: UInt64, number: UInt64) {
    self.form = form
    self.number = number
  }

  /// The two numbers, for logs.
  public var description: String { "field \(form).\(number)" }
}
