import GRDB
import StorefrontNetwork

/// The back end of the storefront: JSON over HTTP and pushes over TCP, on the loopback interface,
/// with a database in one SQLite file.
///
/// ```swift
/// let server = try StorefrontServer(databasePath: "shop.sqlite")
/// try await server.run(port: 0) { port, pushPort in print("listening on 127.0.0.1:\(port)") }
/// ```
package struct StorefrontServer: Sendable {
  private let store: Store

  /// Opens the database; an empty one receives its initial content.
  package init(databasePath: String) throws {
    store = try Store(path: databasePath)
  }

  /// Serves until the process ends; for a port of 0, the system chooses a free one.
  ///
  /// `onListening` is called once, with both ports, when connections are accepted. A port that is not
  /// available is a `LoopbackServer.PortUnavailable`.
  package func run(
    port: UInt16, pushPort: UInt16 = 0,
    onListening: @escaping @Sendable (_ port: UInt16, _ pushPort: UInt16) -> Void
  ) async throws {
    let router = Router(store: store)
    let shop = try await LoopbackServer(port: port, refuse: { Reply($0) }) { request, _ in
      guard request.isForThisMachine else { return Reply(.anotherHost) }
      return await router.reply(to: request)
    }
    let pushes = PushServer(store: store)
    let pushing = try await LoopbackServer(port: pushPort) { try pushes.accept($0) }
    onListening(shop.port, pushing.port)
    try await shop.stopped()
    withExtendedLifetime((shop, pushing)) {}
  }

  /// Closes the database, so that only its main file remains; the server can't be used afterward.
  package func close() { try? store.queue.close() }
}
