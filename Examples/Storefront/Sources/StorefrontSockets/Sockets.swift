package import FlyingSocks
import Foundation

/// Sockets on the loopback interface that wait with a ``PollQueue``.
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

  /// Serves connections until the task is canceled, or the listener fails permanently.
  ///
  /// - Parameters:
  ///   - listener: Accepts the connections; it is closed at the end.
  ///   - pool: The pool in which connections wait; this method runs it.
  ///   - count: The number of connections before the listener is closed; `nil` for no limit.
  ///   - handler: Called for each connection, concurrently. The connection is closed when it
  ///     returns or throws.
  /// - Throws: The error that ended the listener.
  package static func serve(
    _ listener: AsyncSocket, in pool: SocketPool<PollQueue>, accepting count: Int? = nil,
    _ handler: @escaping @Sendable (AsyncSocket) async throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await pool.run() }
      group.addTask {
        try await withThrowingDiscardingTaskGroup { group in
          defer { try? listener.close() }
          var accepted = 0
          while accepted != count {
            let socket = try await accept(from: listener)
            accepted += 1
            group.addTask {
              // An error of one connection does not affect the others.
              try? await handler(socket)
              try? socket.close()
            }
          }
        }
      }
      defer { group.cancelAll() }
      while try await group.next() != nil {}
    }
  }

  /// Waits for the next connection; without a free file descriptor, until one is free.
  private static func accept(from listener: AsyncSocket) async throws -> AsyncSocket {
    while true {
      do {
        let socket = try await listener.accept()
        keep(socket)
        return socket
      } catch SocketError.failed(type: "Accept", let code, _) where passing.contains(code) {
        try await Task.sleep(for: .milliseconds(50))
      }
    }
  }

  /// The errors of `accept(2)` that are temporary, or belong to one connection.
  private static let passing = [
    EMFILE, ENFILE, ENOBUFS, ENOMEM, ECONNABORTED, EPROTO, EINTR, EPERM,
  ]

  /// Listens on a port of the loopback interface.
  ///
  /// - Parameters:
  ///   - port: The port; 0 lets the system choose a free one.
  ///   - pool: The pool in which the listener and its connections wait; this method prepares it.
  /// - Returns: The listener, and its port.
  /// - Throws: The error of the socket.
  package static func listen(
    on port: UInt16, in pool: SocketPool<PollQueue>
  ) async throws -> (listener: AsyncSocket, port: UInt16) {
    let socket = try Socket(domain: Int32(sockaddr_in.family))
    do {
      // A server that was killed can use its port again at once.
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

  /// Prevents processes that are started later from inheriting a socket.
  ///
  /// Otherwise the connection would stay open after it is closed here.
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
