/// A time limit for calls that may never return.
@MainActor
struct Timeout {
  let limit: Duration
  let sleep: @MainActor (Duration) async throws -> Void

  /// Returns the result of the call; `nil` on a timeout, or if the waiting task was canceled.
  ///
  /// A call that ignores cancellation keeps running.
  func within<Value: Sendable>(
    _ call: @escaping @MainActor () async -> Value
  ) async -> Value? {
    let race = Race<Value>()
    let work = Task { race.finish(await call()) }
    let timer = Task {
      // Clamped to ten years, since the system's sleep traps on more.
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

/// The result of the first of two calls to finish.
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
