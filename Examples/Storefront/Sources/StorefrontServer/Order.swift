/// A change that a user requests.
struct Order: Sendable {
  /// The greatest number that may be asked for.
  static let most = 1_000_000

  let user: String
  let change: Change
  /// Names the intent; the same key again gets the same answer and changes nothing.
  let key: String?
  /// The version the change was decided on; another one is a conflict.
  let version: Int?

  enum Change: Sendable {
    case like(post: String, Bool)
    case add(product: String, Int)
    case reduce(product: String, Int)
    case set(product: String, Int)
  }

  // Read as any number, so that what is wrong with 2.5 can be said.
  struct Amount: Decodable { let amount: Double }
  struct Quantity: Decodable { let quantity: Double }
}

extension Order.Change: CustomStringConvertible {
  /// What is stored beside a key, to notice one that is used for something else.
  var description: String {
    switch self {
    case .like(let post, let isLiked): "\(isLiked ? "like" : "unlike") \(post)"
    case .add(let product, let amount): "add \(amount) of \(product)"
    case .reduce(let product, let amount): "reduce \(amount) of \(product)"
    case .set(let product, let quantity): "set \(quantity) of \(product)"
    }
  }
}
