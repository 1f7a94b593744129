package import FlyingSocks
import Foundation

/// Sockets on the loopback interface, all of which wait with a ``PollQueue``.
package enum Sockets {
  /// A pool for the connections of one server; the server prepares and runs it.
  package static func pool() -> SocketPool<PollQueue> { SocketPool(queue: PollQueue()) }

  /// Connects to a port.
  package static func connect(
    to port: UInt16, at address: String = "127.0.0.1"
  ) async throws -> AsyncSocket {
    let socket = try AsyncSocket(
      socket: try Socket(domain: Int32(sockaddr_in.family)), pool: try await clients.value)
    do {
      keep(socket)
      try await socket.connect(to: sockaddr_in.inet(ip4: address, port: port))
      return socket
    } catch {
      try? socket.close()
      throw error
    }
  }

  /// Waits for the next connection.
  package static func accept(from listener: AsyncSocket) async throws -> AsyncSocket {
    let socket = try await listener.accept()
    keep(socket)
    return socket
  }

  /// Listens on a port of the loopback interface.
  ///
  /// - Parameters:
  ///   - port: The port; 0 lets the system choose a free one.
  ///   - pool: Where the listener and its connections wait; it is prepared here.
  /// - Returns: The listener, and its port.
  /// - Throws: What the system says of the socket.
  package static func listen(
    on port: UInt16, in pool: SocketPool<PollQueue>
  ) async throws -> (listener: AsyncSocket, port: UInt16) {
    let socket = try Socket(domain: Int32(sockaddr_in.family))
    do {
      // A server that was killed can have its port again at once.
      try socket.setValue(true, for: .localAddressReuse)
      try socket.bind(to: .inet(ip4: "127.0.0.1", port: port))
      try socket.listen()
      guard case .ip4(_, let port) = try socket.sockname() else {
        throw SocketError.unsupportedAddress
      }
      try await pool.prepare()
      let listener = try AsyncSocket(socket: socket, pool: pool)
      keep(listener)
      return (listener, port)
    } catch {
      try? socket.close()
      throw error
    }
  }

  /// Keeps a socket from the processes that are started later: one that holds it would keep the
  /// connection open after it is closed here.
  private static func keep(_ socket: AsyncSocket) {
    _ = fcntl(socket.socket.file.rawValue, F_SETFD, FD_CLOEXEC)
  }

  /// The pool that all outgoing connections of this process share; it runs as long as the process.
  private static let clients = Task {
    let pool = Sockets.pool()
    try await pool.prepare()
    Task { try await pool.run() }
    return pool
  }
}
