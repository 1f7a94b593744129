import Components
import Harness
import SelfManaged

/// What things cost in a session that has many items, and on an item that many components show.
@MainActor
struct ScaleSuite: Suite {
  let name = "scale"

  func measure(into report: Report) async throws {
    let sizes = [1_000, 10_000, 100_000, 1_000_000]
    var curves: [(String, [(scale: Double, nanoseconds: Double)])] = [
      ("tap, confirmed", []), ("push", []), ("bind and unbind", []),
    ]
    for size in sizes {
      report.title("A session with \(size) items on screen")
      for (index, cost) in costs(size).enumerated() {
        report.add(curves[index].0, nanoseconds: cost)
        curves[index].1.append((Double(size), cost))
      }
    }
    for (name, points) in curves {
      report.add(Curve(name, points))
      guard let first = points.first, let last = points.last else { continue }
      report.add([
        .ratio(
          "\(name), among 1,000,000 items beside among 1,000",
          last.nanoseconds / first.nanoseconds, atMost: 2)
      ])
    }
  }

  /// The median of many, each done to other items, drawn at random: the same few would stay in the
  /// processor's caches.
  private func costs(_ size: Int) -> [Double] {
    let session = Session(likes: InstantLikes())
    let buttons = (0..<size).map { number in
      let like = LikeButton()
      like.selfManagedConfigure(
        isLiked: false, count: 10, itemID: "post/\(number)", in: session)
      return like
    }
    var random = SystemRandomNumberGenerator()
    func drawn() -> [Int] { (0..<500).map { _ in Int.random(in: 0..<size, using: &random) } }
    let cell = LikeButton()
    return [
      perPart(drawn) { for index in $0 { buttons[index].tap() } },
      perPart({ drawn().map { "post/\($0)" } }) {
        for id in $0 {
          session.receive(LikeAnswer(isLiked: false, count: 12), of: LikeIntent.self, for: id)
        }
      },
      perPart({ drawn().map { "post/\($0)" } }) {
        for id in $0 {
          cell.selfManagedConfigure(isLiked: false, count: 10, itemID: id, in: session)
        }
        cell.detach()
      },
    ]
  }

  private func perPart<Item>(_ draw: () -> [Item], _ body: ([Item]) -> Void) -> Double {
    body(draw())
    let rounds = (0..<15).map { _ in
      let items = draw()
      let start = ThreadClock.now
      body(items)
      return (ThreadClock.now - start) / Double(items.count)
    }
    return rounds.sorted()[rounds.count / 2]
  }
}
