import Foundation
import StorefrontSockets

/// What goes back: a status and bytes, kept apart from HTTP so that it can be stored.
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
    // What the server encodes is numbers, flags and text, which can't fail.
    self.init(status: status, body: (try? encoder.encode(value)) ?? Data())
  }

  /// The words of a refusal that came before the request was looked at.
  init(_ refusal: RequestRefusal) {
    // Nothing was carried out, which a 503 has to say.
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
