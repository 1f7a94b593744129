import FlyingFox
import FlyingSocks
import StorefrontSockets

/// A shop's back end: JSON over HTTP and pushes over TCP, on the loopback interface, kept in one
/// SQLite file.
///
/// ```swift
/// let server = try StorefrontServer(databasePath: "shop.sqlite")
/// try await server.run(port: 0) { port, pushPort in print("listening on 127.0.0.1:\(port)") }
/// ```
public struct StorefrontServer: Sendable {
  private let store: Store

  /// Opens the database, making and filling it where it is empty.
  public init(databasePath: String) throws {
    store = try Store(path: databasePath)
  }

  /// Serves until the task is cancelled.
  ///
  /// - Parameters:
  ///   - port: The port; 0 lets the system choose a free one.
  ///   - pushPort: The port of the pushes; 0 lets the system choose a free one.
  ///   - onListening: Called once, with both ports, when connections are accepted.
  /// - Throws: ``PortUnavailable``, or what ended the server.
  public func run(
    port: UInt16, pushPort: UInt16 = 0,
    onListening: @escaping @Sendable (_ port: UInt16, _ pushPort: UInt16) -> Void
  ) async throws {
    // FlyingFox sets SO_REUSEADDR, so a server that was killed can have its port again at once.
    let configuration = HTTPServer.Configuration(
      address: try .inet(ip4: "127.0.0.1", port: port), pool: Sockets.pool(), logger: .disabled)
    let server = HTTPServer(config: configuration, handler: Router(store: store))
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await server.run() }
        group.addTask {
          try await server.waitUntilListening()
          guard case .ip4(_, let port) = await server.listeningAddress else { return }
          try await PushServer(store: store).run(port: pushPort) { onListening(port, $0) }
        }
        while try await group.next() != nil {}
      }
    } catch SocketError.failed(type: "Bind", _, let message) {
      throw PortUnavailable(port: port, reason: message)
    }
  }

  /// The port could not be had, most likely because somebody else listens on it.
  public struct PortUnavailable: Error, CustomStringConvertible {
    /// The port that was asked for.
    public let port: UInt16
    /// The system's words.
    public let reason: String

    /// The port and the reason, for people.
    public var description: String { "port \(port): \(reason)" }
  }
}
