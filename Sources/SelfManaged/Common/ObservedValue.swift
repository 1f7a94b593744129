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

  /// The value, read and changed without observation.
  @ObservationIgnored var unobserved: Value

  init(_ value: Value) { unobserved = value }
}
