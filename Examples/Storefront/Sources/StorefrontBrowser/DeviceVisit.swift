import Foundation
import NIOCore
import NIOWebSocket
import StorefrontDevice
import StorefrontHarness
import StorefrontNetwork

/// A WebSocket, and the device behind it.
struct DeviceVisit: Sendable {
  /// The maximum number of bytes in a message.
  static let longestMessage = 4096
  /// The maximum number of bytes that wait to be written; then the page reads too slowly.
  private static let mostWaiting = 1 << 18

  let shop: ShopControl
  let grace: Duration

  /// Starts the device of a connection, on the event loop of its channel.
  ///
  /// The device runs until the page closes the connection, reads too slowly, or sends an invalid
  /// message.
  func start(on channel: any Channel, for request: Request) throws {
    // The system would otherwise keep some megabytes more.
    try channel.syncOptions?.setOption(
      .socketOption(.so_sndbuf), value: numericCast(Self.mostWaiting))
    try channel.syncOptions?.setOption(
      .writeBufferWaterMark, value: .init(low: Self.mostWaiting / 2, high: Self.mostWaiting))
    try WebSocketMessageHandler.add(
      to: channel.pipeline.syncOperations, limit: Self.longestMessage
    ) { text in
      do throws(MalformedPress) {
        return try Press(Data(text.readableBytesView))
      } catch {
        throw WebSocketError.malformed(error.description)
      }
    }
    let presses = try NIOAsyncChannel<Press, Never>(wrappingChannelSynchronously: channel)
    Task { try await presses.executeThenClose { try await run(channel, request, $0) } }
  }

  @MainActor
  private func run(
    _ channel: any Channel, _ request: Request, _ presses: NIOAsyncChannelInboundStream<Press>
  ) async throws {
    let user = request.query["user"].flatMap { $0.isEmpty ? nil : $0 } ?? "ada"
    let send: @MainActor (Patch) -> Void = { patch in
      let text = WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(bytes: patch.json))
      // A page that has closed the connection receives nothing.
      channel.writeAndFlush(text, promise: nil)
    }
    let device = Device(
      user: user, baseURL: shop.server.baseURL, pushPort: shop.server.pushPort, grace: grace,
      emit: send)
    device.start(at: request.query["path"] ?? "/")
    let listener = shop.listen(send)
    defer {
      shop.forget(listener)
      device.end()
    }
    // One after the other.
    for try await press in presses {
      if case .shop(let press) = press { shop.press(press) }
      device.press(press)
    }
  }
}
