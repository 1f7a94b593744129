import ByHand
import Components
import Harness
import SelfManaged

/// A kind of value of the app's own: its intent is declared in another module than the library, so
/// the compiler cannot make the library's code over for it.
@MainActor
struct CustomSuite: Suite {
  let name = "custom"

  func comparisons() -> [Comparison] {
    let likes = InstantLikes()
    let session = Session(likes: likes)
    let bound = Follow(session, likes)
    return [
      cycle("a kind of your own, confirmed", .atOnce),
      cycle("a kind of your own, refused and rolled back", .refusal),
      Comparison(
        "a kind of your own, bound and unbound", parts: 2, expected: 2,
        [Contestant(Cycle.ours) { bound.bindAgain(session) + bound.bindAgain(session) }]),
    ]
  }

  /// Two taps, each answered at once.
  private func cycle(_ title: String, _ answer: InstantLikes.Answer) -> Comparison {
    let likes = InstantLikes()
    likes.answer = answer
    let now = HandLike(itemID: "user/1", service: likes, departure: .immediate)
    let careful = CarefulLike(itemID: "user/1", service: likes, keyPrefix: Cycle.keyPrefix)
    let follow = Follow(Session(likes: likes), likes)
    return Comparison(
      title, parts: 2, expected: answer == .atOnce ? 1 : 0,
      [
        Contestant(Cycle.byHand) {
          Cycle.twice {
            now.tap()
          } then: {
            now.state.isLiked ? 1 : 0
          }
        },
        Contestant(Cycle.carefully) {
          Cycle.twice {
            careful.tap()
          } then: {
            careful.state.isLiked ? 1 : 0
          }
        },
        Contestant(Cycle.ours) { follow.tap() + follow.tap() },
      ])
  }
}

private struct FollowIntent: OptimisticIntent {
  var isFollowing: Bool

  func applied(to value: Bool) -> Bool { isFollowing }

  static func value(from answer: LikeAnswer, over predicted: Bool, before: Bool) -> Bool {
    answer.isLiked ?? predicted
  }
}

@MainActor
private final class Follow {
  private let like = LikeButton()
  private var hold: ItemBinding<FollowIntent>?

  init(_ session: Session, _ service: any LikeService) {
    session.register(FollowIntent.self) { id in
      Transport(send: { try await service.setLiked($0.isFollowing, itemID: id, $1) })
    }
    bind(session)
  }

  private func bind(_ session: Session) {
    hold = session.bind(
      FollowIntent.self, to: "user/1", startingAt: false, knowing: LikeAnswer(isLiked: false)
    ) { [like] change in
      like.show(LikeButton.State(isLiked: change.value, count: 0, change: change.cause))
    }
  }

  /// Unbinds and binds again, and returns how many components are bound.
  func bindAgain(_ session: Session) -> Int {
    hold?.unbind()
    bind(session)
    return hold == nil ? 0 : 1
  }

  /// Taps, and returns whether the user is followed now.
  func tap() -> Int {
    guard let hold else { return 0 }
    hold.send(FollowIntent(isFollowing: !hold.value))
    return like.state.isLiked ? 1 : 0
  }
}
