/// A field in a form, as `add` gives it: names the field to rules that read it.
///
/// It keeps nothing alive. Where its field is gone, rules that read it are skipped.
public struct FieldHandle<Value>: Hashable, Sendable {
  /// Which entry it is.
  public let id: FieldID
}
