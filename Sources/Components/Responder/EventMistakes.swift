/// The mistakes in an app that may explain why an event was not handled.
@MainActor
struct EventMistakes {
  /// The types on the path that conform to ``EventHandling``, but whose
  /// ``Responder/eventHandling`` is `nil`.
  let misconfigured: [String]
  /// The places where unreached tables with a handler for the event were created.
  let unreachedTables: [String]

  init(of name: EventName, on path: ArraySlice<any Responder>) {
    misconfigured = path.filter { $0 is any EventHandling && $0.eventHandling == nil }
      .map { "\(type(of: $0))" }
    unreachedTables = UnreachedTables.shared.tables(for: name).map(\.origin)
  }

  var isEmpty: Bool { misconfigured.isEmpty && unreachedTables.isEmpty }
}

/// The tables with handlers that no event has reached so far, held weakly.
///
/// A responder that owns a table and forgets to return it silently loses its events. An unhandled
/// event for which such a table has a handler reveals the mistake. If an event has reached another
/// table that was created in the same place, the owner does return its table. Such a table is not
/// reported, since no event has reached it yet.
@MainActor
struct UnreachedTables {
  static var shared = Self()

  private var entries: [Entry] = []
  private var sweepAt = 16
  private var reachedOrigins: Set<String> = []

  private struct Entry {
    weak var table: EventTable?
  }

  /// Adds a table when its first handler is registered.
  mutating func add(_ table: EventTable) {
    if entries.count >= sweepAt {
      entries = entries.filter { $0.table.map(isUnreached) ?? false }
      sweepAt = max(16, entries.count * 2)
    }
    entries.append(Entry(table: table))
  }

  /// Records that an event has reached a table for the first time.
  mutating func noteReached(_ table: EventTable) { reachedOrigins.insert(table.origin) }

  /// The number of tables that are listed; tests check that released ones are not kept.
  var count: Int { entries.count }

  /// Returns the unreached tables with an enabled handler for an event.
  func tables(for name: EventName) -> [EventTable] {
    entries.compactMap(\.table).filter { $0.isEnabled(name) && isUnreached($0) }
  }

  private func isUnreached(_ table: EventTable) -> Bool {
    !reachedOrigins.contains(table.origin)
  }
}
