package import Foundation
import StorefrontDevice
package import StorefrontHarness
import StorefrontSockets

/// Serves the page, and a device behind each of its WebSockets, on a free port of the loopback
/// interface.
///
/// ```swift
/// let host = try await BrowserHost(for: server)
/// print(host.address)                 // http://127.0.0.1:49213/
/// ```
///
/// It ends with this object; the devices end with their connections.
package final class BrowserHost: Sendable {
  /// How many devices there may be at once.
  package static let mostDevices = 32
  /// How many connections there may be at once.
  static let mostConnections = 128

  /// What the devices and the shop have in common.
  package let shop: ShopControl
  private let listener: RawServer

  /// Starts to listen.
  package init(for server: ServerProcess) async throws {
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
        devices: devices)
      try await visit.run()
    }
    port.set(listener.port)
  }

  /// The port.
  package var port: UInt16 { listener.port }

  /// What to open in a browser.
  package var address: URL { listener.baseURL }

  /// The port, for connections that may come before it is known.
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
