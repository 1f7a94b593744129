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
    let (results, race) = AsyncStream.makeStream(of: Value?.self)
    let work = Task { race.yield(await call()) }
    let timer = Task {
      // Clamped to ten years, since the system's sleep traps on more.
      try? await sleep(min(limit, .seconds(315_360_000)))
      race.yield(nil)
    }
    defer {
      work.cancel()
      timer.cancel()
    }
    for await result in results { return result }
    return nil
  }
}
