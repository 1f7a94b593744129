/// Mistakes in an app that lose events, searched for when an event was not handled.
@MainActor
struct EventMistakes {
  /// The types on the path that conform to ``EventHandling`` and return no
  /// ``Responder/eventHandling``.
  let suspects: [String]
  /// The places where tables were created that have a handler for the event and were never reached.
  let unreachedTables: [String]

  init(of name: EventName, on path: ArraySlice<any Responder>) {
    suspects = path.filter { $0 is any EventHandling && $0.eventHandling == nil }
      .map { "\(type(of: $0))" }
    unreachedTables = UnreachedTables.shared.tables(for: name).map(\.origin)
  }

  var isEmpty: Bool { suspects.isEmpty && unreachedTables.isEmpty }
}

/// The tables that have handlers and that no event has reached so far, held weakly.
///
/// A responder that owns a table and forgets to return it loses its events silently, because
/// nothing else references the table. An event that was not handled, while such a table has a
/// handler for it, reveals the mistake. If an event has reached another table that was created in
/// the same place, the owner does return its table, and this table only was not reached yet.
@MainActor
struct UnreachedTables {
  static var shared = Self()

  private var entries: [Entry] = []
  private var sweepAt = 16
  private var reachedOrigins: Set<String> = []

  private struct Entry {
    weak var table: EventTable?
  }

  /// Adds a table whose first handler was registered.
  mutating func add(_ table: EventTable) {
    if entries.count >= sweepAt {
      entries = entries.filter { $0.table.map(isUnreached) ?? false }
      sweepAt = max(16, entries.count * 2)
    }
    entries.append(Entry(table: table))
  }

  /// Records that an event has reached a table for the first time.
  mutating func noteReached(_ table: EventTable) { reachedOrigins.insert(table.origin) }

  /// Returns the tables with an enabled handler for an event.
  func tables(for name: EventName) -> [EventTable] {
    entries.compactMap(\.table).filter { $0.isEnabled(name) && isUnreached($0) }
  }

  private func isUnreached(_ table: EventTable) -> Bool {
    !table.isReached && !reachedOrigins.contains(table.origin)
  }
}
