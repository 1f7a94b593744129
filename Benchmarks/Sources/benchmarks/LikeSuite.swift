import ByHand
import Components
import Harness
import SelfManaged

/// A like button beside the same by hand.
@MainActor
struct LikeSuite: Suite {
  let name = "like"

  func comparisons() -> [Comparison] {
    [
      cycle("like, confirmed", .atOnce, isObserved: false),
      cycle("like, confirmed, one observer", .atOnce, isObserved: true),
      cycle("like, refused and rolled back", .refusal, isObserved: false),
      cycle("like, refused and rolled back, one observer", .refusal, isObserved: true),
      tapAlone(),
    ]
  }

  func goals(_ results: [Comparison.Result]) -> [Goal] {
    Cycle.goals(results, atMost: 2.5)
  }

  /// Two taps: a like and an unlike, each confirmed before the next; or refused twice.
  private func cycle(
    _ title: String, _ answer: InstantLikes.Answer, isObserved: Bool
  ) -> Comparison {
    let likes = InstantLikes()
    likes.answer = answer
    let session = Session(likes: likes)
    let like = LikeButton()
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "post/1", in: session)
    let now = HandLike(itemID: "post/1", service: likes, departure: .immediate)
    let later = HandLike(itemID: "post/1", service: likes, departure: .nextTurn)
    let careful = CarefulLike(itemID: "post/1", service: likes, keyPrefix: Cycle.keyPrefix)
    func tracker(_ read: @escaping @MainActor () -> Void) -> Tracker? {
      isObserved ? Tracker(read) : nil
    }
    let ours = tracker { _ = like.state }
    let nows = tracker { _ = now.state }
    let laters = tracker { _ = later.state }
    let carefuls = tracker { _ = careful.state }
    return Comparison(
      title, parts: 2, expected: answer == .atOnce ? 21 : 20,
      [
        Contestant(Cycle.byHand) {
          Cycle.twice {
            now.tap(); nows?.update()
          } then: {
            now.state.count
          }
        },
        Contestant(Cycle.carefully) {
          Cycle.twice {
            careful.tap(); carefuls?.update()
          } then: {
            careful.state.count
          }
        },
        Contestant(Cycle.ours) {
          Cycle.twice {
            like.tap(); ours?.update()
          } then: {
            like.state.count
          }
        },
        .later(Cycle.nextTurn) {
          var sum = 0
          for _ in 0..<2 {
            later.tap()
            laters?.update()
            await later.settled()
            laters?.update()
            sum += later.state.count
          }
          return sum
        },
      ])
  }

  /// What passes before `tap()` returns, while the server takes its time.
  private func tapAlone() -> Comparison {
    let count = 256
    let likes = InstantLikes()
    likes.answer = .held
    let session = Session(likes: likes)
    let buttons = (0..<count).map { index in
      let like = LikeButton()
      like.selfManagedConfigure(isLiked: false, count: 10, itemID: "post/\(index)", in: session)
      return like
    }
    let now = (0..<count).map {
      HandLike(itemID: "post/\($0)", service: likes, departure: .immediate)
    }
    let later = (0..<count).map {
      HandLike(itemID: "post/\($0)", service: likes, departure: .nextTurn)
    }
    let careful = (0..<count).map {
      CarefulLike(itemID: "post/\($0)", service: likes, keyPrefix: Cycle.keyPrefix)
    }
    func settle(_ all: [HandLike]) async {
      for one in all {
        while one.pending > 0 {
          likes.release()
          await Task.yield()
        }
      }
    }
    return Comparison(
      "like, tap() alone", parts: count, expected: count,
      [
        Contestant(Cycle.byHand) {
          for one in now { one.tap() }; return count
        } afterwards: {
          await settle(now)
        },
        Contestant(Cycle.carefully) {
          for one in careful { one.tap() }; return count
        } afterwards: {
          while careful.contains(where: \.isSending) {
            likes.release()
            await Task.yield()
          }
        },
        Contestant(Cycle.ours) {
          for one in buttons { one.tap() }; return count
        } afterwards: {
          likes.release()
          await session.settled()
        },
        Contestant(Cycle.nextTurn) {
          for one in later { one.tap() }; return count
        } afterwards: {
          await settle(later)
        },
      ])
  }
}
