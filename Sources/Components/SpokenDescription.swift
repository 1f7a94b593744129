/// The text of a value for VoiceOver: its description; of an optional, the text of its value, which
/// is empty for `nil`.
@usableFromInline
func spokenDescription(of value: Any) -> String { unwrapped(value).map { "\($0)" } ?? "" }

/// The value of an optional, however often it is wrapped; any other value as it is.
package func unwrapped(_ value: Any) -> Any? {
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .optional else { return value }
  return mirror.children.first.flatMap { unwrapped($0.value) }
}
