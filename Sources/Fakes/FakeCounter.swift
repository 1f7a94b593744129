/// Counts an event, and lets a test wait until the count has reached a number.
@MainActor
final class FakeCounter {
  private(set) var count = 0
  private var waiting: [Int: (until: Int, continuation: CheckedContinuation<Void, Never>)] = [:]
  private var lastWaiter = 0

  /// Counts one more event.
  func add() {
    count += 1
    for (waiter, entry) in waiting where entry.until <= count {
      waiting[waiter] = nil
      entry.continuation.resume()
    }
  }

  /// Returns when the count has reached a number, or when the waiting task is canceled.
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
