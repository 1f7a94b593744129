/// What an ``AdversarialWorld`` has played, when nothing was found.
public struct AdversarialReport: Hashable, Sendable, CustomStringConvertible {
  /// How many schedules.
  public internal(set) var schedules = 0
  /// How many things happened in them.
  public internal(set) var steps = 0
  /// How many taps there were.
  public internal(set) var taps = 0
  /// How many requests were made to change something, further attempts included.
  public internal(set) var changes = 0
  /// How many requests were made to read.
  public internal(set) var reads = 0

  /// How many changes were asked for, for each tap; 0 if there was none.
  public var changesPerTap: Double { taps == 0 ? 0 : Double(changes) / Double(taps) }

  /// The figures in one line.
  public var description: String {
    let hundredths = Int((changesPerTap * 100).rounded())
    let perTap = "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10)"
    return "\(schedules) schedules of \(steps) steps: \(taps) taps, \(changes) changes asked for "
      + "(\(perTap) a tap), \(reads) reads"
  }

  static func += (total: inout Self, one: Self) {
    total.schedules += one.schedules
    total.steps += one.steps
    total.taps += one.taps
    total.changes += one.changes
    total.reads += one.reads
  }
}
