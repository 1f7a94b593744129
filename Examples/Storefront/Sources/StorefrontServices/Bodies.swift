import SelfManaged
import StorefrontWire

/// The body of a reply that reports a value.
///
/// Fields that this server always sends are required, so that a truncated body is an error.
protocol AnswerBody: Decodable {
  associatedtype Answer: ServerAnswer
  var answer: Answer { get }
}

extension LikeBody: AnswerBody {
  var answer: LikeAnswer { LikeAnswer(isLiked: isLiked, count: count, version: version) }
}

extension StorefrontCart: AnswerBody {
  var answer: CartAnswer { CartAnswer(cart: report, notice: notice) }
}

struct RefusalBody: Decodable {
  let message: String
  let nothingDone: Bool?
  let fields: [String: String]?
}
