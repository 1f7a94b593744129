/// What a file of benchmarks is about.
///
/// ### Implementing this protocol
/// One type in one file, listed in `Benchmarks.suites`. One that only compares gives `comparisons` and
/// `goals`; one that finds something else measures by itself.
@MainActor
public protocol Suite {
  /// Its name, by which it can be asked for on the command line.
  var name: String { get }

  /// What is compared, in the order in which it is printed. By default nothing.
  func comparisons() throws -> [Comparison]

  /// What has to hold; the results come in the order of the comparisons. By default nothing.
  func goals(_ results: [Comparison.Result]) -> [Goal]

  /// Measures, and reports what was found. By default the comparisons and the goals.
  func measure(into report: Report) async throws
}

extension Suite {
  /// Compares nothing.
  public func comparisons() throws -> [Comparison] { [] }

  /// Has no goals.
  public func goals(_ results: [Comparison.Result]) -> [Goal] { [] }

  /// Measures the comparisons, one after the other.
  public func measure(into report: Report) async throws {
    var results: [Comparison.Result] = []
    for comparison in try comparisons() {
      let result = try await comparison.measure()
      results.append(result)
      report.add(result)
    }
    report.add(goals(results))
  }
}
