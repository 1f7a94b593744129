package import Foundation
import NIOCore
import StorefrontNetwork

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
package final class RawServer: Sendable {
  package var port: UInt16 { server.port }

  private let server: LoopbackServer

  /// Starts a server and returns when it accepts connections.
  ///
  /// If a number of connections is given, it then stops listening. The handler is called for each
  /// connection, concurrently.
  package init(
    connections: Int? = nil, _ handler: @escaping @Sendable (RawConnection) async throws -> Void
  ) async throws {
    let places = connections.map { Places($0 - 1) }
    server = try await LoopbackServer { channel in
      let connection = try RawConnection(channel)
      let isLast = places?.enter() == false
      Task {
        if isLast { channel.parent?.close(promise: nil) }
        // An error of one connection does not affect the others.
        try? await handler(connection)
        connection.close()
      }
    }
  }

  package var baseURL: URL { .loopback(port: port) }
}
