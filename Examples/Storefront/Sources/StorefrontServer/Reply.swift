import Foundation
import NIOHTTP1
import StorefrontNetwork

extension Reply {
  /// A reply with a JSON body.
  init(status: HTTPResponseStatus = .ok, value: some Encodable, allowed: [String] = []) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Encoding can't fail, since a body has only numbers, flags and texts.
    self.init(status: status, body: (try? encoder.encode(value)) ?? Data(), allowed: allowed)
  }

  init(_ refusal: Refusal, allowed: [String] = []) {
    self.init(status: refusal.status, value: refusal, allowed: allowed)
  }

  /// The reply to a request that is refused before it is handled.
  init(_ refusal: RequestRefusal) {
    // Nothing was carried out, and a 503 must state that.
    self.init(Refusal(refusal.status, refusal.words, nothingDone: true))
  }
}
