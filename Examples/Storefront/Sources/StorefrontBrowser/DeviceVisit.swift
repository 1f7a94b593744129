import Foundation
import StorefrontDevice
import StorefrontHarness
import StorefrontSockets

/// A WebSocket, and the device behind it.
struct DeviceVisit: Sendable {
  let connection: RawConnection
  let shop: ShopControl
  let head: RequestHead

  /// Runs the device until the page leaves, is too slow, or says what no page of ours says.
  ///
  /// - Parameter rest: What came behind the request's head.
  func run(_ rest: [UInt8]) async {
    let outbox = Outbox()
    let device = await start(outbox)
    let listener = await shop.listen { device.pass($0) }
    await withTaskGroup(of: Bool.self) { group in
      group.addTask {
        // A page that has gone away receives nothing.
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
    let device = Device(user: user, shop: shop.address) {
      outbox.put(WebSocketFrame.text($0.json))
    }
    device.start(at: head.query["path"] ?? "/")
    return device
  }

  /// Hands the page's presses to the device, one after the other, until the page leaves.
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

  /// Reads what is left until the page knows the reason for closing, for two seconds at most.
  ///
  /// Closing a socket with something unread would take the reason back.
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
