package import FlyingSocks
package import Foundation

extension AsyncSocket {
  /// Reads one HTTP request.
  ///
  /// - Parameter limit: How long it may take to begin, and then to arrive.
  /// - Returns: The request; `nil` if the other side closed before it sent one, or sent nothing: a
  ///   browser opens connections ahead, and would take what it finds there for a reply.
  /// - Throws: A ``RequestRefusal`` for a request that can't be read.
  package func readRequest(within limit: Duration) async throws -> Request? {
    guard let first = try? await Self.within(limit, { try await read(atMost: 4096) }) else {
      return nil
    }
    let request = try await Self.within(limit) {
      var parser = RequestParser()
      var bytes = first
      while true {
        if let request = try parser.feed(bytes) { return Request?.some(request) }
        guard let more = try? await read(atMost: 4096) else { return nil }
        bytes = more
      }
    }
    guard let request else { throw RequestRefusal.tooSlow }
    return request
  }

  /// Writes bytes.
  ///
  /// - Parameters:
  ///   - data: The bytes.
  ///   - limit: How long the other side may take to read them.
  /// - Throws: What the system says of the socket, also where the other side is too slow.
  package func write(_ data: Data, within limit: Duration) async throws {
    guard try await Self.within(limit, { try await write(data) }) != nil else {
      throw SocketError.timeout(message: "The other side does not read")
    }
  }

  /// Ends what is written, and reads what is left, for a second and 1 MB at most.
  ///
  /// Closing a socket with something unread would discard what was written.
  package func drain() async {
    _ = shutdown(socket.file.rawValue, Int32(SHUT_WR))
    _ = try? await Self.within(.seconds(1)) {
      for _ in 0..<256 { _ = try await read(atMost: 4096) }
    }
  }

  /// - Returns: What the operation returns; `nil` if it took too long.
  private static func within<Value: Sendable>(
    _ limit: Duration, _ operation: @escaping @Sendable () async throws -> Value
  ) async throws -> Value? {
    try await withThrowingTaskGroup(of: Value?.self) { group in
      group.addTask { try await operation() }
      group.addTask {
        try await Task.sleep(for: limit)
        return nil
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
  }
}
