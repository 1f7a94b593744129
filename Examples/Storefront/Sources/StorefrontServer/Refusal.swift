/// A request that is refused, with the reason in words for the person.
struct Refusal: Error, Encodable {
  let status: Status
  let message: String
  /// Set with a 503 only, where it distinguishes a refusal from an unknown outcome.
  let nothingDone: Bool?
  /// What is wrong with each field of a form, in words.
  let fields: [String: String]?

  init(
    _ status: Status, _ message: String, nothingDone: Bool? = nil, fields: [String: String]? = nil
  ) {
    self.status = status
    self.message = message
    self.nothingDone = nothingDone
    self.fields = fields
  }

  enum CodingKeys: CodingKey { case message, nothingDone, fields }
}
