import Observation

/// Performs an action once, before the next change of what `read` reads.
@MainActor
package func beforeChange<Value>(
  _ read: () -> Value, _ action: @escaping @MainActor @Sendable () -> Void
) {
  let once = Once()
  withObservationTracking {
    _ = read()
  } onChange: {
    MainActor.assumeIsolated { once.perform(action) }
  }
}

/// Observation calls `onChange` again for a change within it.
@MainActor
private final class Once {
  private var isDone = false

  func perform(_ action: () -> Void) {
    guard !isDone else { return }
    isDone = true
    action()
  }
}
