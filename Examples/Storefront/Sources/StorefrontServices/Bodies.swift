import SelfManaged
import StorefrontWire

/// The body of a reply that reports a value.
///
/// Fields that this server always sends are required, so that a truncated body is an error.
protocol AnswerBody: Decodable {
  associatedtype Answer: ServerAnswer
  var answer: Answer { get }
}

struct LikeBody: AnswerBody {
  let isLiked: Bool
  let count: Int
  let version: Int

  var answer: LikeAnswer { LikeAnswer(isLiked: isLiked, count: count, version: version) }
}

extension StorefrontCart: AnswerBody {
  var answer: CartAnswer { CartAnswer(cart: report, notice: notice) }
}

struct UserBody: Decodable {
  let id: String
  let name: String
  let avatar: String?
  let vip: VIP?

  struct VIP: Decodable {
    let badge: String
    let label: String
  }
}

struct ListBody<Item: Decodable>: Decodable {
  let sequence: Int
  let items: [Item]
}

struct PostBody: Decodable {
  let id: String
  let author: UserBody
  let text: String
  let like: LikeBody
}

struct ProfileBody: Decodable {
  let profile: StorefrontProfile?
}

struct NameBody: Decodable {
  let isTaken: Bool
}

struct RefusalBody: Decodable {
  let message: String
  let nothingDone: Bool?
  let fields: [String: String]?
}
