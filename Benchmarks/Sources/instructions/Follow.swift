import Components
import SelfManaged

/// A kind of value of the app's own, declared in another module than the library.
struct FollowIntent: OptimisticIntent {
  var isFollowing: Bool

  func applied(to value: Bool) -> Bool { isFollowing }

  static func value(from answer: LikeAnswer, over predicted: Bool, before: Bool) -> Bool {
    answer.isLiked ?? predicted
  }
}

/// A component of the app's own that is bound to it.
@MainActor
final class Follow {
  private(set) var isFollowing = false
  private var hold: ItemBinding<FollowIntent>?

  init(_ session: Session, _ service: any LikeService) {
    session.register(FollowIntent.self) { id in
      Transport(send: { try await service.setLiked($0.isFollowing, itemID: id, $1) })
    }
    bind(session, to: "user/1")
  }

  func bind(_ session: Session, to id: String) {
    hold = session.bind(
      FollowIntent.self, to: id, startingAt: false, knowing: LikeAnswer(isLiked: false)
    ) { [weak self] change in self?.isFollowing = change.value }
  }

  func unbind() { hold?.unbind() }

  func tap() { hold?.send(FollowIntent(isFollowing: !isFollowing)) }
}
