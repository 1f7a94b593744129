import Components
import Harness
import SelfManaged

/// A list that scrolls: cells are bound to other rows again and again.
///
/// One bind is too short to separate its time from that of other processes. So only the thread's own
/// time counts, and for each row the best of five passes: chance strikes another row each time, a
/// delay of the package always the same row.
@MainActor
struct ListSuite: Suite {
  let name = "list"

  private static let rows = 100_000
  private static let cells = 20

  private static let passes = 5

  func measure(into report: Report) async throws {
    let ids = (0..<Self.rows).map { "post/\($0)" }
    var times = scroll(ids)
    for _ in 1..<Self.passes { times = zip(times, scroll(ids)).map(min) }
    times.sort()
    let slowest = times[times.count - 1]
    report.title("One bind of a list of \(Self.rows) rows that scrolls through \(Self.cells) cells")
    report.add("median", nanoseconds: times[times.count / 2])
    report.add("999 of 1,000 are faster than", nanoseconds: times[times.count / 1_000 * 999])
    report.add("the slowest", nanoseconds: slowest)
    report.add([.ratio("the slowest bind of a list, beside 50 µs", slowest / 50_000, atMost: 1)])
  }

  /// How long each row's bind takes.
  private func scroll(_ ids: [String]) -> [Double] {
    let session = Session(likes: InstantLikes())
    let cells = (0..<Self.cells).map { _ in LikeButton() }
    return ids.enumerated().map { row, id in
      let start = ThreadClock.now
      cells[row % Self.cells]
        .selfManagedConfigure(isLiked: false, count: row, itemID: id, in: session)
      return ThreadClock.now - start
    }
  }
}
