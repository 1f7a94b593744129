import Components
import Harness
import SelfManaged

/// Many taps on one button while one request is under way.
@MainActor
struct BurstSuite: Suite {
  let name = "burst"

  func measure(into report: Report) async throws {
    let few = try await burst(100).measure(rounds: 11)
    let many = try await burst(1_000).measure(rounds: 11)
    report.add(few)
    report.add(many)
    let (requests, bytes) = await cost(of: 1_000)
    let (_, bytesOfFew) = await cost(of: 10)
    var goals = [Goal.count("requests of 1,001 taps in one round trip", requests, atMost: 2)]
    if let ratio = many[Cycle.ours]?.nanoseconds, let base = few[Cycle.ours]?.nanoseconds {
      goals.append(
        .ratio("a tap of 1,000 beside a tap of 100", ratio / 1_000 / (base / 100), atMost: 1.1))
    }
    goals.append(
      .count(
        "bytes more for 1,000 waiting taps than for 10",
        bytes.flatMap { more in bytesOfFew.map { more - $0 } }, atMost: 0))
    report.add(goals)
  }

  private func burst(_ count: Int) -> Comparison {
    let likes = InstantLikes()
    likes.answer = .held
    let session = Session(likes: likes)
    let like = LikeButton()
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "post/1", in: session)
    return Comparison(
      "\(count) taps while a request is under way", parts: count, expected: count,
      [
        Contestant(Cycle.ours) {
          for _ in 0..<count { like.tap() }
          return count
        } afterwards: {
          await settle(session, likes)
        }
      ])
  }

  /// The requests and the bytes that a tap and `count` more taps before its reply cost.
  private func cost(of count: Int) async -> (requests: Double, bytes: Double?) {
    let likes = InstantLikes()
    likes.answer = .held
    let session = Session(likes: likes)
    let like = LikeButton()
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "post/1", in: session)
    like.tap()
    let bytes = Allocations.bytesKept { for _ in 0..<count { like.tap() } }
    await settle(session, likes)
    return (Double(likes.requests), bytes.map(Double.init))
  }

  private func settle(_ session: Session, _ likes: InstantLikes) async {
    while session.activity.isPending {
      likes.release()
      await Task.yield()
    }
  }
}
