/// The mistakes in an app that may explain why an event was not handled.
struct EventMistakes {
  /// The types on the path that conform to ``EventHandling``, but whose
  /// ``Responder/eventHandling`` is `nil`.
  let misconfigured: [String]
  /// The places where unreached tables with a handler for the event were created, each once.
  ///
  /// It is empty if no responder on the path can have forgotten a table.
  let unreachedTables: [String]
  /// The types that may have forgotten to return a table, each once, if no responder on the path
  /// returns an ``EventHandling``.
  let silent: [String]

  /// Finds the mistakes on a path that ends at a root.
  ///
  /// - Parameters:
  ///   - name: The name of the event.
  ///   - path: The responders.
  ///   - isSilent: Whether no responder on the path returns an ``EventHandling``.
  @MainActor
  init(of name: EventName, on path: ArraySlice<any Responder>, isSilent: Bool) {
    misconfigured = path.filter { $0 is any EventHandling && $0.eventHandling == nil }
      .map { "\(type(of: $0))" }
    let tables = UnreachedTables.shared.tables(for: name)
    let suspectsPath = isSilent && misconfigured.isEmpty && 2...100 ~= path.count
    guard suspectsPath || !tables.isEmpty else {
      (unreachedTables, silent) = ([], [])
      return
    }
    // The package's components own no table.
    let suspects = path.filter {
      !($0 is any StateHost) && (isSilent || $0.eventHandling == nil)
    }
    unreachedTables = suspects.isEmpty ? [] : unique(tables.map(\.origin))
    silent = suspectsPath ? unique(suspects.map { "\(type(of: $0))" }) : []
  }

  private init(misconfigured: [String]) {
    self.misconfigured = misconfigured
    (unreachedTables, silent) = ([], [])
  }

  /// The mistakes that do not depend on the event.
  var onlyMisconfigured: Self { Self(misconfigured: misconfigured) }

  var isEmpty: Bool { misconfigured.isEmpty && unreachedTables.isEmpty && silent.isEmpty }

  /// A line for each mistake, which does not depend on the event.
  var lines: [String] {
    var lines = misconfigured.map {
      """
      \($0) conforms to EventHandling, but its eventHandling is nil. If its superclass is the \
      responder, override eventHandling.
      """
    }
    lines += unreachedTables.map {
      """
      The EventTable created at \($0) has a handler for it, and no event has ever reached that \
      table. If a responder on the path owns the table, return the table, or its EventProxy, from \
      the eventHandling of that responder.
      """
    }
    if unreachedTables.isEmpty, !silent.isEmpty {
      let types = silent.prefix(5).joined(separator: ", ")
      lines.append(
        """
        No responder on the path returns an eventHandling (\(types)). The one that owns an \
        EventTable or an EventProxy has to return it.
        """)
    }
    return lines
  }
}

/// Returns the texts in their order, each once.
private func unique(_ texts: [String]) -> [String] {
  var known: Set<String> = []
  return texts.filter { known.insert($0).inserted }
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
