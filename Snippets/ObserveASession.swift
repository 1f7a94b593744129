// A log of what a session does, a badge of one's own, and pushes as JSON.

import Components
import Fakes
import Foundation
import SelfManaged

// snippet.log
@MainActor
func logLikes(of session: Session, _ write: @escaping @MainActor (String) -> Void) {
  session.observe(LikeIntent.self) { record in
    if let sent = record.sent { write("\(record.itemID): sent with the key \(sent.info.key)") }
    for tap in record.resolved {
      switch tap.resolution {
      case .failed(let error), .uncertain(let error): write("\(record.itemID): \(error)")
      case .adjusted(let adjustment): write("\(record.itemID): \(adjustment)")
      default: break
      }
    }
  }
}
// snippet.end

// snippet.badge
@MainActor
final class LikeBadge {
  private(set) var text = ""
  private var binding: ItemBinding<LikeIntent>?

  func show(_ itemID: String, in session: Session) {
    binding = session.bind(
      to: itemID, startingAt: LikeValue(isLiked: false, count: 0), replacing: binding
    ) { [weak self] change in
      self?.text = change.value.count > 99 ? "99+" : "\(change.value.count)"
    }
  }
}
// snippet.end

// snippet.push
struct LikePush: Decodable {
  var post: String
  var likes: Int
  var version: Int
}

@MainActor
func receive(_ json: Data, in session: Session) throws {
  let push = try JSONDecoder().decode(LikePush.self, from: json)
  session.receive(
    LikeAnswer(count: push.likes, version: push.version), of: LikeIntent.self, for: push.post)
}
// snippet.end

@MainActor
func everyUseIsPlayed() async throws {
  let likes = FakeLikeService(), like = LikeButton(), badge = LikeBadge()
  let session = Session.fake(likes: likes)
  var log: [String] = []
  logLikes(of: session) { log.append($0) }
  like.selfManagedConfigure(isLiked: false, count: 99, itemID: "p1", in: session)
  badge.show("p1", in: session)
  precondition(badge.text == "99")
  likes.hold()
  like.tap()
  precondition(badge.text == "99+" && log.count == 1)
  precondition(session.activity(of: LikeIntent.self).isPending)
  likes.failNext(.rejected("Closed"))
  likes.release()
  await session.settled()
  precondition(badge.text == "99" && log.count == 2 && log[1].contains("Closed"))
  try receive(Data(#"{"post": "p1", "likes": 12, "version": 7}"#.utf8), in: session)
  precondition(badge.text == "12" && like.state.count == 12)
}

try await everyUseIsPlayed()
