/// A logical time in a session: a number that rises with each event, bind and read.
///
/// Logical times order reads against writes without a clock. Call `Session.beginRead()` before
/// fetching, and pass its result together with the fetched data. Data whose read began before the
/// user's last tap settled is then known to be stale. A time is valid only in the session that
/// returned it.
public struct LogicalTime: Hashable, Comparable, Sendable {
  /// The number of the event.
  package let rawValue: UInt64

  /// Creates a logical time from its number.
  package init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Whether `first` happened earlier.
  public static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
}

extension LogicalTime: CustomStringConvertible {
  /// The number, as in `t42`.
  public var description: String { "t\(rawValue)" }
}
