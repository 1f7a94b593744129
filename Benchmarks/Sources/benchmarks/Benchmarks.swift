import Foundation
import Harness

/// Measures the library, and prints one table.
///
/// Names on the command line choose among the suites; without any, all are measured. After `--plot`
/// stands the file to draw the cost against the scale into.
///
/// A goal that is missed is printed and ends nothing; contestants that differ in what they do end it.
@main struct Benchmarks {
  @MainActor private static let suites: [any Suite] = [
    LikeSuite(), CartSuite(), CustomSuite(), SharingSuite(), ListSuite(), BurstSuite(), HeapSuite(),
    ScaleSuite(), EventSuite(), ValidationSuite(), ReceivingSuite(), NotificationSuite(),
    StreamSuite(),
  ]

  @MainActor
  static func main() async throws {
    #if DEBUG
      print("These are the figures of a debug build; ask for -c release.\n")
    #endif
    var names = Array(CommandLine.arguments.dropFirst())
    var plot: String?
    if let index = names.firstIndex(of: "--plot"), index + 1 < names.count {
      plot = names[index + 1]
      names.removeSubrange(index...index + 1)
    }
    let chosen = suites.filter { names.isEmpty || names.contains($0.name) }
    guard !chosen.isEmpty else {
      print("There is: " + suites.map(\.name).joined(separator: ", "))
      exit(1)
    }
    let report = Report()
    try await report.measure(chosen)
    for line in report.lines { print(line) }
    if let plot, !report.curves.isEmpty {
      let drawing = Plot("What one operation costs, by the size of the session", report.curves)
      try drawing.svg.write(toFile: plot, atomically: true, encoding: .utf8)
    }
  }
}
