/// The tasks that wait until nothing is pending.
@MainActor
final class Waiters {
  private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  private var count = 0

  /// Returns when nothing is pending, or when the waiting task is canceled.
  func wait(while isPending: () -> Bool) async {
    while isPending(), !Task.isCancelled { await wait() }
  }

  /// Returns when ``resume()`` is called, or when the waiting task is canceled.
  private func wait() async {
    count += 1
    let number = count
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiting[number] = continuation
      }
    } onCancel: {
      Task { @MainActor in self.waiting.removeValue(forKey: number)?.resume() }
    }
  }

  /// Resumes all waiting tasks, in the order in which they began to wait.
  func resume() {
    guard !waiting.isEmpty else { return }
    let all = waiting
    waiting = [:]
    for number in all.keys.sorted() { all[number]?.resume() }
  }
}
