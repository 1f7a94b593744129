import NIOHTTP1

/// A request that is refused, with a message for the user.
struct Refusal: Error, Encodable {
  let status: HTTPResponseStatus
  let message: String
  /// Set only with a 503, to distinguish a refusal from an unknown outcome.
  let nothingDone: Bool?
  /// The message for each field of a form that is refused.
  let fields: [String: String]?

  init(
    _ status: HTTPResponseStatus, _ message: String, nothingDone: Bool? = nil,
    fields: [String: String]? = nil
  ) {
    self.status = status
    self.message = message
    self.nothingDone = nothingDone
    self.fields = fields
  }

  enum CodingKeys: CodingKey { case message, nothingDone, fields }
}
