package import FlyingSocks
package import Foundation

extension AsyncSocket {
  /// Reads one HTTP request.
  ///
  /// - Parameter limit: The time in which the request must begin, and then arrive.
  /// - Returns: The request; `nil` if the other side sent nothing, or closed the connection.
  ///   Nothing is written then: a browser opens connections early, and would read it as a later
  ///   reply.
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
  ///   - limit: The time in which the other side must read them.
  /// - Throws: The error of the socket, also if the other side is too slow.
  package func write(_ data: Data, within limit: Duration) async throws {
    guard try await Self.within(limit, { try await write(data) }) != nil else {
      throw SocketError.timeout(message: "The other side does not read")
    }
  }

  /// Ends the output, and reads the remaining input, for at most a second and 1 MB.
  ///
  /// If a socket is closed with unread input, the written bytes may be discarded.
  package func drain() async {
    _ = shutdown(socket.file.rawValue, Int32(SHUT_WR))
    _ = try? await Self.within(.seconds(1)) {
      for _ in 0..<256 { _ = try await read(atMost: 4096) }
    }
  }

  /// - Returns: The result of the operation; `nil` if it took too long.
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
