import Foundation
import StorefrontSockets

/// A reply as a status and bytes, separate from HTTP so that it can be stored.
struct Reply: Sendable {
  let status: Status
  let body: Data
  let contentType: String

  init(status: Status = .ok, body: Data, contentType: String = "application/json") {
    self.status = status
    self.body = body
    self.contentType = contentType
  }

  init(status: Status = .ok, value: some Encodable) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Encoding can't fail, since a body has only numbers, flags and texts.
    self.init(status: status, body: (try? encoder.encode(value)) ?? Data())
  }

  /// The reply to a request that is refused before it is handled.
  init(_ refusal: RequestRefusal) {
    // Nothing was carried out, and a 503 must state that.
    self.init(
      status: .other(refusal.status), value: Refusal(.unavailable, refusal.words, nothingDone: true)
    )
  }

  /// The reply as HTTP.
  var data: Data {
    let head = """
      HTTP/1.1 \(status.line)\r
      Content-Type: \(contentType)\r
      Content-Length: \(body.count)\r
      Cache-Control: no-store\r
      X-Content-Type-Options: nosniff\r
      Connection: close\r
      \r\n
      """
    return Data(head.utf8) + body
  }
}
