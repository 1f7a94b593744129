package import Foundation
import NIOCore
import NIOHTTP1
import NIOWebSocket
import StorefrontDevice
package import StorefrontHarness
import StorefrontNetwork

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

  /// The server and its state, which the devices share.
  package let shop: ShopControl
  private let server: LoopbackServer

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
    let visit = DeviceVisit(shop: shop, grace: grace)
    let upgrader = NIOWebSocketServerUpgrader(
      maxFrameSize: DeviceVisit.longestMessage, automaticErrorHandling: false,
      shouldUpgrade: { channel, head in
        channel.eventLoop.makeCompletedFuture {
          let request = try Request(head)
          guard request.isDevice(of: channel), devices.enter() else { return nil }
          channel.closeFuture.whenComplete { _ in devices.leave() }
          return [:]
        }
      },
      upgradePipelineHandler: { channel, head in
        channel.eventLoop.makeCompletedFuture {
          try visit.start(on: channel, for: try Request(head))
        }
      })
    self.server = try await LoopbackServer(
      upgrade: upgrader, refuse: { Reply($0.status, $0.words) },
      answer: { request, channel in
        Self.answer(request, port: channel.localAddress?.port ?? 0, assets)
      })
  }

  /// Answers a request that does not become a WebSocket.
  private static func answer(_ request: Request, port: Int, _ assets: Assets) -> Reply {
    guard request.isForUs(port: port) else {
      return Reply(RequestRefusal.anotherHost.status, RequestRefusal.anotherHost.words)
    }
    if request.path == "/device" {
      guard request.isForWebSocket else {
        return Reply(.upgradeRequired, "A WebSocket is expected here")
      }
      guard request.isFromOurPage(port: port) else {
        return Reply(.forbidden, "Another page's WebSocket")
      }
      return Reply(.serviceUnavailable, "There are too many devices")
    }
    guard request.method == .GET else {
      return Reply(.methodNotAllowed, "Only GET is understood")
    }
    guard let file = assets.file(request.path) else {
      return Reply(.notFound, "There is no such file")
    }
    return Reply(.ok, file.body, file.type)
  }

  /// The port.
  package var port: UInt16 { server.port }

  /// The address to open in a browser.
  package var address: URL { .loopback(port: port) }
}

extension Request {
  /// Whether the request opens a device, from a page of this server.
  fileprivate func isDevice(of channel: any Channel) -> Bool {
    path == "/device" && isForWebSocket && isFromOurPage(port: channel.localAddress?.port ?? 0)
  }
}

extension Reply {
  fileprivate init(_ status: HTTPResponseStatus, _ words: String) {
    self.init(status, Data(words.utf8), "text/plain; charset=utf-8")
  }

  fileprivate init(_ status: HTTPResponseStatus, _ body: Data, _ type: String) {
    self.init(status: status, body: body, contentType: type)
    headers.add(
      name: "Content-Security-Policy",
      value: "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; "
        + "frame-ancestors 'none'")
    headers.add(name: "Referrer-Policy", value: "no-referrer")
  }
}
