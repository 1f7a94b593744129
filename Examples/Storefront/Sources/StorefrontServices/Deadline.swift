import Foundation

/// Runs an operation, and stops waiting for it after a timeout.
///
/// The `timeoutInterval` of a request is the time without any bytes, so that a slow reply would
/// never time out. On Linux it is also truncated to whole seconds, so that half a second becomes 0.
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
