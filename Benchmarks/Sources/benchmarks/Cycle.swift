import Harness

/// What the comparisons of self-managed components have in common.
@MainActor
enum Cycle {
  /// The shortest code, as an app without a library might have it.
  static let byHand = "by hand, shortest, Task.immediate"
  /// The same with the request in the next turn.
  static let nextTurn = "by hand, shortest, Task {}"
  /// Code that coalesces, keeps the failure and sends keys.
  static let carefully = "by hand, careful"
  static let ours = "self-managed"
  static let keyPrefix = "benchmark"

  /// Does something twice, and adds up what comes of it.
  static func twice(_ body: () -> Void, then count: () -> Int) -> Int {
    body()
    let first = count()
    body()
    return first + count()
  }

  /// The goals of a component: ratios to the careful code by hand.
  ///
  /// The shortest code is no goal, because it is wrong when requests overlap. Neither is `Task {}`:
  /// beside it, `Task.immediate` alone takes 0.14 to 0.2.
  static func goals(_ results: [Comparison.Result], atMost limit: Double) -> [Goal] {
    results.flatMap { result -> [Goal] in
      guard let ours = result[ours], let carefully = result[carefully] else { return [] }
      let isRefused = result.title.contains("refused")
      let more = ours.allocations.flatMap { ours in
        carefully.allocations.map { (ours - $0) / Double(result.parts) }
      }
      return [
        .ratio(
          "\(result.title), beside careful by hand", ours.nanoseconds / carefully.nanoseconds,
          atMost: isRefused ? 3 : limit),
        .count(
          "\(result.title), allocations more than careful by hand", more, atMost: 8),
      ]
    }
  }
}
