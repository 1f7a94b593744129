/// A moment in the life of a session: the number of an event, rising by one with each.
///
/// Stamps order reads against writes without a clock. Take one with `Session.beginRead()` before
/// fetching, and hand it over with what was fetched: data that began before the user's last tap was
/// settled is then known to be out of date.
public struct Stamp: Hashable, Comparable, Sendable {
  /// The number of the event.
  package let rawValue: UInt64

  /// Creates a stamp from its number.
  package init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Whether `first` happened earlier.
  public static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
}

extension Stamp: CustomStringConvertible {
  /// The number, as in `t42`.
  public var description: String { "t\(rawValue)" }
}
