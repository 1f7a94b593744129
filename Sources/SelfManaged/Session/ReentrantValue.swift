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

  /// Changes the value after the observers were notified.
  func change(_ mutate: (inout Value) -> Void) {
    guard !isNotifying else { return mutate(&unobserved) }
    isNotifying = true
    withMutation(keyPath: \.value) { mutate(&unobserved) }
    isNotifying = false
  }
}
