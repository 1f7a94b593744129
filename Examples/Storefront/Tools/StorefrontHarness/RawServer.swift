import FlyingSocks
public import Foundation
import StorefrontSockets

/// A TCP server whose reaction to each connection is scripted.
///
/// ```swift
/// let server = try await RawServer { connection in
///   _ = try await connection.readRequest()
///   try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{")
/// }
/// ```
///
/// A connection is closed when the closure returns or throws. The server ends when this object is
/// released.
public final class RawServer: Sendable {
  /// The port on the loopback interface.
  public let port: UInt16
  private let task: Task<Void, any Error>

  /// Starts a server and returns when it accepts connections.
  ///
  /// - Parameters:
  ///   - connections: The number of connections before it stops listening; `nil` for no limit.
  ///   - handler: Called for each connection, concurrently.
  /// - Throws: What the system says of the socket.
  public init(
    connections: Int? = nil, _ handler: @escaping @Sendable (RawConnection) async throws -> Void
  ) async throws {
    let pool = Sockets.pool()
    let (listener, port) = try await Sockets.listen(on: 0, in: pool)
    self.port = port
    task = Task {
      try await Sockets.serve(listener, in: pool, accepting: connections) { socket in
        try await handler(RawConnection(socket: socket))
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
}
