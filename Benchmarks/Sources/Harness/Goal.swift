/// What is aimed at, and whether it was met by what was measured.
public struct Goal: Sendable {
  /// What is aimed at, in words.
  public let claim: String
  /// What was found.
  public let finding: String
  /// Whether it is met.
  public let isMet: Bool

  /// Creates a goal for a ratio of times, which moves by some percent with what else the machine does.
  public static func ratio(_ claim: String, _ ratio: Double, atMost limit: Double) -> Self {
    Self(
      claim: "\(claim): at most \(Table.decimal(limit)) times", finding: Table.decimal(ratio),
      isMet: ratio <= limit)
  }

  /// Creates a goal for a count, which is the same in every run; `nil` could not be counted.
  public static func count(_ claim: String, _ count: Double?, atMost limit: Double) -> Self {
    Self(
      claim: "\(claim): at most \(Table.decimal(limit))",
      finding: count.map(Table.decimal) ?? "not counted here",
      isMet: count.map { $0 <= limit } ?? true)
  }
}
