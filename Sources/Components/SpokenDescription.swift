/// The text of a value for VoiceOver: its description; of an optional, the text of its value, which
/// is empty for `nil`.
@usableFromInline
func spokenDescription(of value: Any) -> String {
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .optional else { return "\(value)" }
  return mirror.children.first.map { spokenDescription(of: $0.value) } ?? ""
}
