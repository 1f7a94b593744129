import Observation

/// Returns when the work that is pending on the main actor has run, with all that it causes there.
///
/// The fakes and their clock work on the main actor, in order. No reply, delay or read in the tests
/// causes a longer chain of work than this waits for, so the load of the machine changes nothing.
@MainActor
package func mainActorIsIdle() async {
  for _ in 0..<100 { await Task { @MainActor in }.value }
}

/// Returns when an observable condition is true.
@MainActor
package func until(_ condition: @escaping @MainActor () -> Bool) async {
  while !condition() {
    await withCheckedContinuation { changed in
      withObservationTracking {
        _ = condition()
      } onChange: {
        changed.resume()
      }
    }
  }
}
