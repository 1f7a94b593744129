import Foundation
import StorefrontDevice
import StorefrontHarness
import StorefrontSockets

/// One connection of a browser: a file, or a device for as long as it lasts.
struct Visit: Sendable {
  let connection: RawConnection
  let port: UInt16
  let assets: Assets
  let shop: ShopControl
  let devices: Places
  let grace: Duration

  func run() async throws {
    let request: Request
    do {
      guard let read = try await connection.socket.readRequest(within: .seconds(10)) else { return }
      guard read.head.isForUs(port: port) else { throw RequestRefusal.anotherHost }
      request = read
    } catch let refusal as RequestRefusal {
      try await answer(refusal.status, refusal.words)
      return await connection.socket.drain()
    }
    let head = request.head
    guard head.path == "/device" else { return try await serve(head) }
    guard let accept = await head.webSocketAccept else {
      return try await answer("426 Upgrade Required", "A WebSocket is expected here")
    }
    guard head.isFromOurPage(port: port) else {
      return try await answer("403 Forbidden", "Another page's WebSocket")
    }
    guard devices.enter() else {
      return try await answer("503 Service Unavailable", "There are too many devices")
    }
    defer { devices.leave() }
    try await connection.write(
      """
      HTTP/1.1 101 Switching Protocols\r
      Upgrade: websocket\r
      Connection: Upgrade\r
      Sec-WebSocket-Accept: \(accept)\r
      \r\n
      """)
    await DeviceVisit(connection: connection, shop: shop, head: head, grace: grace)
      .run(request.rest)
  }

  private func serve(_ head: RequestHead) async throws {
    guard head.method == "GET" else {
      return try await answer("405 Method Not Allowed", "Only GET is understood")
    }
    guard let file = assets.file(head.path) else {
      return try await answer("404 Not Found", "There is no such file")
    }
    try await answer("200 OK", file.body, file.type)
  }

  private func answer(_ status: String, _ words: String) async throws {
    try await answer(status, Data(words.utf8), "text/plain; charset=utf-8")
  }

  private func answer(_ status: String, _ body: Data, _ type: String) async throws {
    let head = """
      HTTP/1.1 \(status)\r
      Content-Type: \(type)\r
      Content-Length: \(body.count)\r
      Content-Security-Policy: default-src 'self'; img-src 'self' data:; base-uri 'none'; \
      form-action 'none'; frame-ancestors 'none'\r
      X-Content-Type-Options: nosniff\r
      Referrer-Policy: no-referrer\r
      Cache-Control: no-store\r
      Connection: close\r
      \r\n
      """
    try await connection.socket.write(Data(head.utf8) + body, within: .seconds(10))
  }
}
