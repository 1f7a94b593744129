import Observation

/// An observable value that can also be read without observation.
@MainActor @Observable
final class ObservedValue<Value> {
  var value: Value {
    get {
      access(keyPath: \.value)
      return unobserved
    }
    set { withMutation(keyPath: \.value) { unobserved = newValue } }
  }

  /// Replaces the value, and returns the former one, which an observer may have set meanwhile.
  func replace(with next: Value) -> Value {
    withMutation(keyPath: \.value) { exchange(&unobserved, with: next) }
  }

  /// The value, read and changed without observation.
  @ObservationIgnored @exclusivity(unchecked) var unobserved: Value  // See `Entity`.

  init(_ value: Value) { unobserved = value }
}
