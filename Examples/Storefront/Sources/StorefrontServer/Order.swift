/// A change that a user requests.
struct Order: Sendable {
  /// The maximum number in a request.
  static let most = 1_000_000

  let user: String
  let change: Change
  /// The idempotency key; a repeated key receives the same answer and changes nothing.
  let key: String?
  /// The version that the change is based on; any other version is a conflict.
  let version: Int?

  enum Change: Sendable {
    case like(post: String, Bool)
    case add(product: String, Int)
    case reduce(product: String, Int)
    case set(product: String, Int)
    /// Orders the whole cart.
    case checkOut

    /// The text that is stored with the key, to detect a key that is used for another change.
    var text: String { "\(self)" }
  }

  // Decoded as any number, so that a fraction such as 2.5 has a specific message.
  struct Amount: Decodable { let amount: Double }
  struct Quantity: Decodable { let quantity: Double }
}
