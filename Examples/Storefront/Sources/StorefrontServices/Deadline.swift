import Foundation

/// Runs an operation and stops waiting when it takes too long.
///
/// A request's own `timeoutInterval` is the time without any bytes, so that an answer that trickles
/// never times out; on Linux it is also cut to whole seconds, and half a second becomes none.
func withDeadline<Value: Sendable>(
  _ timeout: Duration, _ operation: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  try await withThrowingTaskGroup(of: Value.self) { group in
    group.addTask(operation: operation)
    group.addTask {
      try await Task.sleep(for: timeout)
      throw URLError(.timedOut)
    }
    defer { group.cancelAll() }
    guard let value = try await group.next() else { throw CancellationError() }
    return value
  }
}
