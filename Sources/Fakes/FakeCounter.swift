/// Counts what happens, and lets a test wait until it has happened so often.
@MainActor
final class FakeCounter {
  private(set) var count = 0
  private var waiting: [Int: (until: Int, continuation: CheckedContinuation<Void, Never>)] = [:]
  private var lastWaiter = 0

  /// It has happened once more.
  func add() {
    count += 1
    for (waiter, entry) in waiting where entry.until <= count {
      waiting[waiter] = nil
      entry.continuation.resume()
    }
  }

  /// Returns when it has happened so often, or when the waiting task is cancelled.
  func reached(_ until: Int) async {
    guard count < until else { return }
    lastWaiter += 1
    let waiter = lastWaiter
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled {
          continuation.resume()
        } else {
          waiting[waiter] = (until, continuation)
        }
      }
    } onCancel: {
      Task { @MainActor in self.waiting.removeValue(forKey: waiter)?.continuation.resume() }
    }
  }
}
