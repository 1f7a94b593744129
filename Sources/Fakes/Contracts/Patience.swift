/// How long a contract waits for a call that may never come back.
@MainActor
struct Patience {
  let limit: Duration
  let sleep: @MainActor (Duration) async throws -> Void

  /// What the call gives; `nil` if it has not come back in time, or the waiting task was cancelled.
  ///
  /// A call that pays no heed to cancellation is left behind.
  func within<Value: Sendable>(
    _ call: @escaping @MainActor () async -> Value
  ) async -> Value? {
    let race = Race<Value>()
    let work = Task { race.finish(await call()) }
    let timer = Task {
      // At most ten years: the system's own sleep traps on more.
      try? await sleep(min(limit, .seconds(315_360_000)))
      race.finish(nil)
    }
    defer {
      work.cancel()
      timer.cancel()
    }
    return await withTaskCancellationHandler {
      await race.first()
    } onCancel: {
      timer.cancel()
    }
  }
}

/// The first of two to finish.
@MainActor
private final class Race<Value: Sendable> {
  private var result: Value??
  private var waiter: CheckedContinuation<Value?, Never>?

  func finish(_ value: Value?) {
    guard result == nil else { return }
    result = .some(value)
    waiter?.resume(returning: value)
    waiter = nil
  }

  func first() async -> Value? {
    if let result { return result }
    return await withCheckedContinuation { waiter = $0 }
  }
}
