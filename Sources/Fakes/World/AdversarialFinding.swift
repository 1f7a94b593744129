/// A schedule on which something went wrong, made as short as could be.
///
/// ```text
/// Schedule 1042 went wrong: screen 1 shows 3 of "tea", the server has 2.
/// The shortest schedule found that goes wrong:
///   policy: lanes perItem, offline fail, 2 retries, 3 conflicts
///   1. screen 1 is pressed (0)
///   2. the server carries out request 0, and the reply is lost
/// Play it again with .replay(1042)
/// ```
public struct AdversarialFinding: Error, Hashable, CustomStringConvertible {
  /// Which schedule it is; the same number draws the same schedule.
  public let seed: UInt64
  /// What went wrong, in words.
  public let complaint: String
  /// How the session was set up.
  public let setup: String
  /// The shortest schedule found that goes wrong, a step a line.
  public let steps: [String]

  /// Creates a finding.
  public init(seed: UInt64, complaint: String, setup: String, steps: [String]) {
    self.seed = seed
    self.complaint = complaint
    self.setup = setup
    self.steps = steps
  }

  /// What went wrong, the shortest schedule, and how to play it again.
  public var description: String {
    let lines = steps.enumerated().map { "  \($0.offset + 1). \($0.element)" }
    return
      ([
        "Schedule \(seed) went wrong: \(complaint)",
        "The shortest schedule found that goes wrong:", "  policy: \(setup)",
      ] + lines + ["Play it again with .replay(\(seed))"]).joined(separator: "\n")
  }
}
