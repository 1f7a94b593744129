import Observation

/// An observable value whose observers may cause the next change while they are notified.
///
/// Observation notifies before a change. So a change that an observer causes comes first, and the
/// outer change is made on its result. The observers have been notified already, and are not notified
/// of it again.
@MainActor @Observable
final class ReentrantValue<Value> {
  var value: Value {
    access(keyPath: \.value)
    return unobserved
  }

  /// The value, read and changed without observation.
  @ObservationIgnored var unobserved: Value
  @ObservationIgnored private var isNotifying = false

  init(_ value: Value) { unobserved = value }

  /// Notifies the observers, and then changes the value to the next one.
  func change(to next: () -> Value) {
    guard !isNotifying else { return unobserved = next() }
    isNotifying = true
    withMutation(keyPath: \.value) { unobserved = next() }
    isNotifying = false
  }
}
