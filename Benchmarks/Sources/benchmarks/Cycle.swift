import Harness

/// What the comparisons of self-managed components have in common.
@MainActor
enum Cycle {
  static let byHand = "by hand, Task.immediate"
  static let nextTurn = "by hand, Task {}"
  static let ours = "self-managed"

  /// Does something twice, and adds up what comes of it.
  static func twice(_ body: () -> Void, then count: () -> Int) -> Int {
    body()
    let first = count()
    body()
    return first + count()
  }

  /// That what is rolled back costs no more than what is confirmed.
  static func goal(_ refused: Comparison.Result, beside confirmed: Comparison.Result) -> [Goal] {
    guard let refused = refused[ours], let confirmed = confirmed[ours] else { return [] }
    let ratio = refused.nanoseconds / confirmed.nanoseconds
    return [.ratio("rolled back, beside confirmed", ratio, atMost: 1)]
  }

  static func goals(_ results: [Comparison.Result]) -> [Goal] {
    results.flatMap { result -> [Goal] in
      guard let ours = result[ours], let byHand = result[byHand], let nextTurn = result[nextTurn]
      else { return [] }
      let isAlone = result.title.contains("alone")
      let parts = Double(result.parts)
      let more = ours.allocations.flatMap { ours in
        byHand.allocations.map { (ours - $0) / parts }
      }
      return [
        .ratio("\(result.title), beside by hand", ours.ratio, atMost: isAlone ? 2 : 3)
      ]
        + (isAlone
          ? []
          : [
            .ratio(
              "\(result.title), beside Task {}", ours.nanoseconds / nextTurn.nanoseconds,
              atMost: 0.1)
          ])
        + [.count("\(result.title), allocations more than by hand", more, atMost: 8)]
    }
  }
}
