import FlyingSocks
public import Foundation
import StorefrontSockets

/// A TCP server that does with each connection what it is told, well-behaved or not.
///
/// ```swift
/// let server = try await RawServer { connection in
///   _ = try await connection.readRequest()
///   try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{")
/// }
/// ```
///
/// A connection is closed when the closure returns or throws. The server ends with this object.
public final class RawServer: Sendable {
  /// The port on the loopback interface.
  public let port: UInt16
  private let task: Task<Void, any Error>

  /// Starts a server and returns when it accepts connections.
  ///
  /// - Parameters:
  ///   - connections: How many are accepted before it stops listening; `nil` is no limit.
  ///   - handler: Called for each connection, at the same time as for others.
  /// - Throws: What the system says of the socket.
  public init(
    connections: Int? = nil, _ handler: @escaping @Sendable (RawConnection) async throws -> Void
  ) async throws {
    let pool = Sockets.pool()
    let (listener, port) = try await Sockets.listen(on: 0, in: pool)
    self.port = port
    task = Task {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await pool.run() }
        group.addTask { try await Self.listen(listener, connections, handler) }
        defer { group.cancelAll() }
        while try await group.next() != nil {}
      }
    }
  }

  deinit { task.cancel() }

  /// Where the server can be reached.
  public var baseURL: URL {
    var components = URLComponents()
    components.scheme = "http"
    components.host = "127.0.0.1"
    components.port = Int(port)
    return components.url ?? URL(filePath: "/")
  }

  private static func listen(
    _ listener: AsyncSocket, _ limit: Int?,
    _ handler: @escaping @Sendable (RawConnection) async throws -> Void
  ) async throws {
    try await withThrowingDiscardingTaskGroup { group in
      defer { try? listener.close() }
      var accepted = 0
      while accepted != limit {
        let socket = try await Sockets.accept(from: listener)
        accepted += 1
        group.addTask {
          // What a connection comes to is its handler's business; the others go on.
          try? await handler(RawConnection(socket: socket))
          try? socket.close()
        }
      }
    }
  }
}
