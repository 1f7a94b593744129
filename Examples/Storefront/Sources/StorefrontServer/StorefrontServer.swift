import FlyingSocks
import GRDB
import StorefrontSockets

/// The back end of the storefront: JSON over HTTP and pushes over TCP, on the loopback interface,
/// with a database in one SQLite file.
///
/// ```swift
/// let server = try StorefrontServer(databasePath: "shop.sqlite")
/// try await server.run(port: 0) { port, pushPort in print("listening on 127.0.0.1:\(port)") }
/// ```
public struct StorefrontServer: Sendable {
  private let store: Store

  /// Opens the database; an empty one receives its initial content.
  public init(databasePath: String) throws {
    store = try Store(path: databasePath)
  }

  /// Serves until the task is canceled.
  ///
  /// - Parameters:
  ///   - port: The port; 0 lets the system choose a free one.
  ///   - pushPort: The port of the pushes; 0 lets the system choose a free one.
  ///   - onListening: Called once, with both ports, when connections are accepted.
  /// - Throws: ``PortUnavailable``, or the error that ended the server.
  public func run(
    port: UInt16, pushPort: UInt16 = 0,
    onListening: @escaping @Sendable (_ port: UInt16, _ pushPort: UInt16) -> Void
  ) async throws {
    let (pool, pushPool) = (Sockets.pool(), Sockets.pool())
    let (listener, port) = try await Self.listen(on: port, in: pool)
    let (pushListener, pushPort) = try await Self.listen(on: pushPort, in: pushPool)
    let (front, pushes) = (ShopFront(store: store), PushServer(store: store))
    onListening(port, pushPort)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await Sockets.serve(listener, in: pool) { try await front.serve($0) } }
      group.addTask {
        try await Sockets.serve(pushListener, in: pushPool) { try await pushes.serve($0) }
      }
      defer { group.cancelAll() }
      while try await group.next() != nil {}
    }
  }

  private static func listen(
    on port: UInt16, in pool: SocketPool<PollQueue>
  ) async throws -> (listener: AsyncSocket, port: UInt16) {
    do {
      return try await Sockets.listen(on: port, in: pool)
    } catch SocketError.failed(type: "Bind", _, let message) {
      throw PortUnavailable(port: port, reason: message)
    }
  }

  /// Closes the database, so that only its main file remains; the server can't be used afterward.
  public func close() { try? store.queue.close() }

  /// The error of a port that is not available, probably because another process uses it.
  public struct PortUnavailable: Error, CustomStringConvertible {
    /// The requested port.
    public let port: UInt16
    /// The system's message.
    public let reason: String

    /// The port and the reason, as a text.
    public var description: String { "port \(port): \(reason)" }
  }
}
