/// The statistics of an ``AdversarialWorld`` that found no violation.
public struct AdversarialReport: Hashable, Sendable, CustomStringConvertible {
  /// The number of schedules.
  public internal(set) var schedules = 0
  /// The number of steps in all schedules.
  public internal(set) var steps = 0
  /// The number of taps.
  public internal(set) var taps = 0
  /// The number of requests for changes, retries included.
  public internal(set) var changes = 0
  /// The number of read requests.
  public internal(set) var reads = 0

  /// The number of change requests per tap; 0 if there was no tap.
  package var changesPerTap: Double { taps == 0 ? 0 : Double(changes) / Double(taps) }

  /// The figures in one line.
  public var description: String {
    let hundredths = Int((changesPerTap * 100).rounded())
    let perTap = "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10)"
    return "\(schedules) schedules of \(steps) steps: \(taps) taps, \(changes) change requests "
      + "(\(perTap) per tap), \(reads) reads"
  }

  static func += (total: inout Self, one: Self) {
    total.schedules += one.schedules
    total.steps += one.steps
    total.taps += one.taps
    total.changes += one.changes
    total.reads += one.reads
  }
}
