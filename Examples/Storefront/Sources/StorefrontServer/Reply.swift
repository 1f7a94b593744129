import Foundation
import StorefrontSockets

/// A reply as a status and bytes, separate from HTTP so that it can be stored.
struct Reply: Sendable {
  let status: Status
  let body: Data
  let contentType: String
  /// The methods of the path, for a reply about them.
  let allowed: [String]

  init(
    status: Status = .ok, body: Data, contentType: String = "application/json",
    allowed: [String] = []
  ) {
    self.status = status
    self.body = body
    self.contentType = contentType
    self.allowed = allowed
  }

  init(status: Status = .ok, value: some Encodable, allowed: [String] = []) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Encoding can't fail, since a body has only numbers, flags and texts.
    self.init(status: status, body: (try? encoder.encode(value)) ?? Data(), allowed: allowed)
  }

  /// The reply to a request that is refused before it is handled.
  init(_ refusal: RequestRefusal) {
    // Nothing was carried out, and a 503 must state that.
    self.init(
      status: .other(refusal.status), value: Refusal(.unavailable, refusal.words, nothingDone: true)
    )
  }

  /// The reply to a request with a method, as HTTP.
  func data(to method: String = "GET") -> Data {
    let allow = allowed.isEmpty ? "" : "Allow: \(allowed.joined(separator: ", "))\r\n"
    let head = """
      HTTP/1.1 \(status.line)\r
      Content-Type: \(contentType)\r
      Content-Length: \(body.count)\r
      Cache-Control: no-store\r
      X-Content-Type-Options: nosniff\r
      Connection: close\r
      \(allow)\r\n
      """
    return Data(head.utf8) + (method == "HEAD" ? Data() : body)
  }
}
