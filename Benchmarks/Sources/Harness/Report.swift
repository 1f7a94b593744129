/// What was found, gathered suite by suite, and printed as one table.
@MainActor
public final class Report {
  private var table = Table("", "ns", "ns per part", "times", "allocations", "bytes")
  private var goals: [Goal] = []
  /// What is drawn: cost against scale.
  public private(set) var curves: [Curve] = []

  /// Creates an empty report.
  public init() {}

  /// Measures some suites, one after the other.
  public func measure(_ suites: [any Suite]) async throws {
    for suite in suites { try await suite.measure(into: self) }
  }

  /// Adds what a comparison found.
  public func add(_ result: Comparison.Result) {
    title(result.title)
    for measurement in result.measurements {
      table.add(
        "  \(measurement.name)", Table.decimal(measurement.nanoseconds),
        result.parts > 1 ? Table.decimal(measurement.nanoseconds / Double(result.parts)) : "",
        Table.decimal(measurement.ratio),
        measurement.allocations.map(Table.decimal) ?? "", "")
    }
  }

  /// Begins a part of the table.
  public func title(_ title: String) {
    table.add("")
    table.add(title)
  }

  /// Adds a row that is no comparison.
  public func add(
    _ name: String, nanoseconds: Double? = nil, allocations: Double? = nil, bytes: Double? = nil
  ) {
    table.add(
      "  \(name)", nanoseconds.map(Table.decimal) ?? "", "", "",
      allocations.map(Table.decimal) ?? "", bytes.map(Table.decimal) ?? "")
  }

  /// Adds goals.
  public func add(_ goals: [Goal]) { self.goals += goals }

  /// Adds something to be drawn.
  public func add(_ curve: Curve) { curves.append(curve) }

  /// The table, and below it the goals.
  public var lines: [String] {
    table.lines + [""]
      + goals.map { "\($0.isMet ? "met   " : "MISSED")  \($0.claim); found \($0.finding)" }
  }
}
