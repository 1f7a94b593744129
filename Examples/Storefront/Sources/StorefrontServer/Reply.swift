import FlyingFox
import Foundation

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

  var response: HTTPResponse {
    HTTPResponse(
      statusCode: HTTPStatusCode(status.rawValue, phrase: status.phrase),
      headers: [.contentType: contentType, .cacheControl: "no-store"], body: body)
  }
}
