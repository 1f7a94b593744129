/// A schedule that broke a rule, minimized and replayable by its seed.
///
/// ```text
/// Schedule 1042 failed: Screen 1 shows 3 for tea, but the server has 2.
/// The shortest failing schedule that was found:
///   policy: lanes perItem, offline fail, keys not honored, 2 retries, 3 after conflicts
///   1. screen 1 is pressed, 0
///   2. request 0 is carried out, and the reply is lost
/// Replay it with .check(schedules: 1, from: 1042)
/// ```
public struct AdversarialFinding: Error, Hashable, CustomStringConvertible {
  /// The seed of the schedule; the same seed generates the same schedule.
  public let seed: UInt64
  /// A description of the violation.
  public let violation: String
  /// The configuration of the session.
  let setup: String
  /// The shortest failing schedule that was found, one step per line.
  public let steps: [String]

  /// The violation, the shortest schedule, and how to replay it.
  public var description: String {
    let lines = steps.enumerated().map { "  \($0.offset + 1). \($0.element)" }
    return
      ([
        "Schedule \(seed) failed: \(violation)",
        "The shortest failing schedule that was found:", "  policy: \(setup)",
      ] + lines + ["Replay it with .check(schedules: 1, from: \(seed))"]).joined(separator: "\n")
  }
}
