import Observation

/// Follows one observed value, as a view does: notified of a change, it reads the value again.
@MainActor
final class Tracker {
  private let read: @MainActor () -> Void
  private let fired = Flag()

  init(_ read: @escaping @MainActor () -> Void) {
    self.read = read
    follow()
  }

  /// Reads the value again if there was a change.
  func update() {
    guard fired.isSet else { return }
    follow()
  }

  private func follow() {
    fired.isSet = false
    withObservationTracking(read) { [fired] in fired.isSet = true }
  }

  /// Observation calls from wherever the change is made; here that is the main actor.
  private final class Flag: @unchecked Sendable {
    var isSet = false
  }
}
