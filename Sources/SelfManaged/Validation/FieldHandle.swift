/// A reference to a field of a form: `add` returns it, and rules that read the field use it.
///
/// A handle does not retain the field. If the field has left the form, rules that read it are
/// skipped.
public struct FieldHandle<Value>: Hashable, Sendable {
  /// The identity of the field's entry in the form.
  public let id: FieldID
}
