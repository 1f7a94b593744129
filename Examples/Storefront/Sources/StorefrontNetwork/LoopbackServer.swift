import Foundation
package import NIOCore
import NIOPosix
import Synchronization

/// A TCP server on the loopback interface.
///
/// It ends, with all its connections, when this object is released.
package final class LoopbackServer: Sendable {
  /// The port, also if the system has chosen it.
  package let port: UInt16
  private let listener: any Channel
  private let connections = Connections()

  /// Starts listening on a port; for 0, the system chooses a free one.
  ///
  /// `accept` is called for each new connection, to add the handlers of its pipeline. A port that is
  /// not available is a ``PortUnavailable``.
  package init(
    port: UInt16 = 0, _ accept: @escaping @Sendable (any Channel) throws -> Void
  ) async throws {
    let bootstrap = ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      // A server that was killed can use its port again at once.
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .serverChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try channel.closeOnExec() }
      }
      // A client may end its output before it has read the reply.
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelInitializer { [connections] channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.closeOnExec()
          connections.add(channel)
          try accept(channel)
        }
      }
    do {
      let address = try SocketAddress(ipAddress: "127.0.0.1", port: Int(port))
      listener = try await bootstrap.bind(to: address).get()
    } catch let error as IOError {
      throw PortUnavailable(port: port, reason: error.description)
    }
    self.port = UInt16(listener.localAddress?.port ?? 0)
  }

  deinit {
    listener.close(promise: nil)
    connections.close()
  }

  /// Returns when the server has stopped listening.
  package func stopped() async throws { try await listener.closeFuture.get() }

  /// The error of a port that is not available, probably because another process uses it.
  package struct PortUnavailable: Error, CustomStringConvertible {
    let port: UInt16
    let reason: String

    /// The port and the reason, as a text.
    package var description: String { "port \(port): \(reason)" }
  }

  /// The open connections.
  private final class Connections: Sendable {
    private let state = Mutex((channels: [ObjectIdentifier: any Channel](), isOver: false))

    func add(_ channel: any Channel) {
      let id = ObjectIdentifier(channel)
      channel.closeFuture.whenComplete { [weak self] _ in
        self?.state.withLock { $0.channels[id] = nil }
      }
      let isOver = state.withLock { state in
        state.channels[id] = channel
        return state.isOver
      }
      if isOver { channel.close(promise: nil) }
    }

    func close() {
      let channels = state.withLock { state in
        state.isOver = true
        return Array(state.channels.values)
      }
      for channel in channels { channel.close(promise: nil) }
    }
  }
}

extension Channel {
  /// Prevents processes that are started later from inheriting the socket.
  ///
  /// Otherwise the connection would stay open after it is closed here.
  package func closeOnExec() throws {
    try pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
      _ = fcntl($0, F_SETFD, FD_CLOEXEC)
    }
  }
}
