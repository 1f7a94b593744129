import Foundation
import StorefrontDevice
import StorefrontHarness
import StorefrontSockets

/// A WebSocket, and the device behind it.
struct DeviceVisit: Sendable {
  let connection: RawConnection
  let shop: ShopControl
  let head: RequestHead
  let grace: Duration

  /// Runs the device until the page closes the connection, reads too slowly, or sends an invalid
  /// message.
  ///
  /// - Parameter rest: The bytes that arrived after the head of the request.
  func run(_ rest: [UInt8]) async {
    let outbox = Outbox()
    let device = await start(outbox)
    let listener = await shop.listen { device.pass($0) }
    await withTaskGroup(of: Bool.self) { group in
      group.addTask {
        // A page that has closed the connection receives nothing.
        for await frame in outbox.frames { try? await connection.write(frame) }
        return false
      }
      group.addTask {
        for await _ in outbox.overflow {}
        return true
      }
      group.addTask {
        do throws(WebSocketError) {
          try await listen(to: rest, device, outbox)
          outbox.put(WebSocketFrame.close(1000, ""))
        } catch {
          outbox.put(WebSocketFrame.close(error.code, error.reason))
        }
        outbox.close()
        await drain()
        return true
      }
      while let isOver = await group.next(), !isOver {}
      group.cancelAll()
    }
    await shop.forget(listener)
    await device.end()
  }

  @MainActor
  private func start(_ outbox: Outbox) -> Device {
    let user = head.query["user"].flatMap { $0.isEmpty ? nil : $0 } ?? "ada"
    let device = Device(user: user, shop: shop.address, grace: grace) {
      outbox.put(WebSocketFrame.text($0.json))
    }
    device.start(at: head.query["path"] ?? "/")
    return device
  }

  /// Passes presses to the device, one after the other, until the page closes the connection.
  private func listen(
    to rest: [UInt8], _ device: Device, _ outbox: Outbox
  ) async throws(WebSocketError) {
    var reader = WebSocketReader()
    var bytes = rest
    while true {
      for event in try reader.feed(bytes) {
        switch event {
        case .text(let text): await hand(try press(text), to: device)
        case .ping(let payload): outbox.put(WebSocketFrame.pong(payload))
        case .close: return
        }
      }
      guard let more = try? await connection.read(atMost: 4096) else { return }
      bytes = more
    }
  }

  /// Reads the remaining bytes until the page has received the reason for closing, for at most two
  /// seconds.
  ///
  /// If a socket is closed with unread bytes, the page may not receive the reason.
  private func drain() async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { while (try? await connection.read(atMost: 4096)) != nil {} }
      group.addTask { try? await Task.sleep(for: .seconds(2)) }
      await group.next()
      group.cancelAll()
    }
  }

  private func press(_ text: [UInt8]) throws(WebSocketError) -> Press {
    do {
      return try Press(Data(text))
    } catch {
      throw .malformed(error.description)
    }
  }

  @MainActor
  private func hand(_ press: Press, to device: Device) {
    if case .shop(let press) = press { shop.press(press) }
    device.press(press)
  }
}
