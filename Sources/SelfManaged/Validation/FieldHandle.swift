/// A reference to a field of a form, returned by `add` and passed to rules that read the field.
///
/// A handle keeps no object alive. If its field is gone, rules that read the field are skipped.
public struct FieldHandle<Value>: Hashable, Sendable {
  /// The field's entry in the form.
  public let id: FieldID
}
