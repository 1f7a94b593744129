/// Several that do the same work, measured in turns in one run.
///
/// The first is what the others are compared with.
///
/// The benchmark library of the ecosystem, `ordo-one/benchmark`, measures one benchmark after the
/// other, and compares absolute figures with thresholds. On a shared machine both say more of the
/// machine than of the code. Its counts of allocations need an interposed allocator, and are 0
/// without one. So the rounds in turn, and the counts, are made here.
@MainActor
public struct Comparison {
  /// What is compared.
  public let title: String
  /// How many parts the work has, for a time per part.
  public let parts: Int
  /// What every contestant's work returns; it shows that all of them did it.
  public let expected: Int
  /// Who is compared; the first is the measure of the others.
  public let contestants: [Contestant]

  /// Creates a comparison.
  public init(_ title: String, parts: Int, expected: Int, _ contestants: [Contestant]) {
    self.title = title
    self.parts = parts
    self.expected = expected
    self.contestants = contestants
  }

  /// Measures all contestants.
  ///
  /// Each does its work for about `slice` in every round, and the next round begins with another, so
  /// that whatever else the machine does falls on all alike. What counts is the median of the rounds;
  /// the ratio is the median of the ratios within a round.
  public func measure(
    rounds: Int = 41, slice: Duration = .milliseconds(3)
  ) async throws -> Result {
    var repeats: [Int] = []
    for contestant in contestants {
      guard await contestant.work(1).sum == expected else {
        throw WrongResult(comparison: title, contestant: contestant.name)
      }
      repeats.append(try await calibrate(contestant, slice))
    }
    var times = contestants.map { _ in [Double]() }
    for round in 0..<rounds {
      for turn in contestants.indices {
        let index = (round + turn) % contestants.count
        times[index].append(try await time(contestants[index], repeats[index]))
      }
    }
    var measurements: [Measurement] = []
    for (index, contestant) in contestants.enumerated() {
      measurements.append(
        Measurement(
          name: contestant.name,
          nanoseconds: median(times[index]),
          ratio: median(zip(times[index], times[0]).map { $0 / $1 }),
          allocations: await allocations(contestant)))
    }
    return Result(title: title, parts: parts, measurements: measurements)
  }

  /// What was measured of all contestants.
  public struct Result: Sendable {
    /// The comparison's title.
    public let title: String
    /// How many parts the work has.
    public let parts: Int
    /// One for each contestant, in their order.
    public let measurements: [Measurement]

    /// What was measured of a contestant; `nil` where there is none of that name.
    public subscript(_ name: String) -> Measurement? { measurements.first { $0.name == name } }
  }

  /// What was measured of one contestant.
  public struct Measurement: Sendable {
    /// The contestant.
    public let name: String
    /// How long its work takes, in nanoseconds; the median of the rounds.
    public let nanoseconds: Double
    /// How many times as long as the first contestant's.
    public let ratio: Double
    /// How many allocations its work makes; `nil` if they can't be counted.
    public let allocations: Double?
  }

  private func calibrate(_ contestant: Contestant, _ slice: Duration) async throws -> Int {
    var repeats = 1
    while true {
      let took = try await time(contestant, repeats) * Double(repeats)
      if took >= slice / .nanoseconds(1) { return repeats }
      repeats *= 2
    }
  }

  /// How many nanoseconds the work takes once, on average over a number of repeats.
  private func time(_ contestant: Contestant, _ repeats: Int) async throws -> Double {
    let (took, sum) = await contestant.work(repeats)
    guard sum == expected &* repeats else {
      throw WrongResult(comparison: title, contestant: contestant.name)
    }
    return took / Double(repeats)
  }

  private func allocations(_ contestant: Contestant) async -> Double? {
    let times = 100
    switch contestant.work {
    case .now(let work):
      var total: Int?
      for _ in 0..<times {
        total = Allocations.count { _ = work() }.map { (total ?? 0) + $0 }
        await contestant.afterwards?()
      }
      return total.map { Double($0) / Double(times) }
    case .later(let work):
      return await Allocations.count { for _ in 0..<times { _ = await work() } }
        .map { Double($0) / Double(times) }
    }
  }

  private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}

/// A contestant did not do the work that is compared.
public struct WrongResult: Error, CustomStringConvertible {
  /// The comparison's title.
  public let comparison: String
  /// The contestant's name.
  public let contestant: String

  /// Which contestant it was.
  public var description: String { "\(comparison): \(contestant) does not do the same work." }
}
