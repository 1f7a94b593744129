package import Foundation
import StorefrontDevice
package import StorefrontHarness
import StorefrontSockets

/// Serves the page, and a device behind each WebSocket, on a free port of the loopback interface.
///
/// ```swift
/// let host = try await BrowserHost(for: server)
/// print(host.address)                 // http://127.0.0.1:49213/
/// ```
///
/// The host ends when this object is released; a device ends with its connection.
package final class BrowserHost: Sendable {
  /// The maximum number of devices.
  package static let mostDevices = 32
  /// The maximum number of connections.
  static let mostConnections = 128

  /// The server and its state, which the devices share.
  package let shop: ShopControl
  private let listener: RawServer

  /// Starts listening.
  ///
  /// - Parameters:
  ///   - server: The server that the devices share.
  ///   - grace: The time in which a removal from the cart can be undone.
  /// - Throws: An error if the files of the page can't be read, or no port can be opened.
  package init(for server: ServerProcess, grace: Duration = .seconds(5)) async throws {
    let shop = try await ShopControl(server)
    self.shop = shop
    let assets = try Assets()
    let devices = Places(Self.mostDevices)
    let connections = Places(Self.mostConnections)
    let port = PortBox()
    listener = try await RawServer { connection in
      guard connections.enter() else { return }
      defer { connections.leave() }
      let visit = Visit(
        connection: connection, port: await port.value, assets: assets, shop: shop,
        devices: devices, grace: grace)
      try await visit.run()
    }
    port.set(listener.port)
  }

  /// The port.
  package var port: UInt16 { listener.port }

  /// The address to open in a browser.
  package var address: URL { listener.baseURL }

  /// The port, for connections that arrive before it is known.
  private final class PortBox: Sendable {
    private let (stream, continuation) = AsyncStream.makeStream(of: UInt16.self)
    private let known: Task<UInt16, Never>

    init() {
      let stream = stream
      known = Task { await stream.first { _ in true } ?? 0 }
    }

    var value: UInt16 {
      get async { await known.value }
    }

    func set(_ port: UInt16) { continuation.yield(port) }
  }
}
