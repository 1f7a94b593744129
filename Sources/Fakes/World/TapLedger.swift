import SelfManaged

/// The unresolved taps of a session, and the server's value that follows from the reported results.
@MainActor
final class TapLedger<Intent: OptimisticIntent> {
  private(set) var taps = 0
  /// The first violation.
  private(set) var complaint: String?
  private var items: [String: Item] = [:]
  private var hasEnded = false

  private struct Group {
    var intents: [Intent]
    /// Whether the result is unknown, because a limit was learned between the taps.
    var isUnclear = false
  }

  private struct Item {
    /// The unresolved taps; each with the taps that were coalesced into it, in the order of
    /// tapping.
    var open: [LogicalTime: Group] = [:]
    /// The value that was shown last, on which a tap is decided.
    var shown: Intent.Value?
    /// The learned limit.
    var limit: Int?
    /// The in-flight intent, and whether a queued intent waits behind it.
    var inFlight: Intent?
    var isWaiting = false
    /// The expected server value; `nil` once it is unknown.
    var expected: Intent.Value?
  }

  /// Begins with the server's value.
  func begin(_ itemID: String, with value: Intent.Value) { items[itemID] = Item(expected: value) }

  /// Marks the expected value as unknown, because another client changed the server.
  func doubt(_ itemID: String) { items[itemID]?.expected = nil }

  /// The expected server value, if it is known.
  func expected(_ itemID: String) -> Intent.Value? { items[itemID]?.expected }

  /// Ends the session: from now on a tap may be canceled.
  func end() { hasEnded = true }

  /// The value that an item shows, by its last event.
  func shown(_ itemID: String) -> Intent.Value? { items[itemID]?.shown }

  /// The oldest unresolved tap on an item: the in-flight one, if there is one.
  func oldest(_ itemID: String) -> LogicalTime? { items[itemID]?.open.keys.min() }

  /// The items with an in-flight or queued tap.
  var pending: [String] { sorted { $0.inFlight != nil || $0.isWaiting } }

  /// The items with a tap that was not sent yet.
  var waiting: [String] { sorted(where: \.isWaiting) }

  private func sorted(where condition: (Item) -> Bool) -> [String] {
    items.filter { condition($0.value) }.map(\.key).sorted()
  }

  /// The failure that an event must report to the user; called before the event is recorded.
  ///
  /// A failure that affects more than its intent is reported by the component whose request it was,
  /// whatever is rolled back. Any other failure is reported only if it rolls back a visible change.
  func failure(in record: ItemRecord<Intent>) -> AdversarialFailure? {
    // A tap after the end of the session is reported, whether or not its change is visible.
    if record.resolved.contains(where: { $0.tap == record.at && $0.resolution == .cancelled }) {
      return AdversarialFailure(itemID: record.itemID, error: .sessionEnded, tap: record.at)
    }
    let failed = record.resolved.compactMap {
      resolved -> (tap: LogicalTime, error: ServiceError)? in
      switch resolved.resolution {
      case .failed(let error), .uncertain(let error): (resolved.tap, error)
      default: nil
      }
    }
    guard let oldest = failed.min(by: { $0.tap < $1.tap }) else { return nil }
    let item = items[record.itemID]
    let isOwn = item?.inFlight != nil && record.inFlight == nil
    let isSeen = item?.shown.map { !Intent.isVisuallyEqual($0, record.displayed) } ?? true
    guard oldest.error.scope == .intent ? isSeen : isOwn else { return nil }
    return AdversarialFailure(itemID: record.itemID, error: oldest.error, tap: oldest.tap)
  }

  /// Records an event of an item.
  func note(_ record: ItemRecord<Intent>) {
    var item = items[record.itemID] ?? Item()
    if let intent = record.tapped {
      taps += 1
      // The user sees immediately that the part above a known limit was not accepted.
      item.open[record.at] = Group(intents: item.shown.map { taken(intent, on: $0) } ?? [intent])
    }
    if item.limit != Intent.limit(of: record.confirmed) {
      item.limit = Intent.limit(of: record.confirmed)
      for tap in item.open.keys { item.open[tap]?.isUnclear = true }
    }
    item.shown = record.displayed
    (item.inFlight, item.isWaiting) = (record.inFlight, record.queued != nil)
    for resolved in record.resolved {
      guard let group = item.open.removeValue(forKey: resolved.tap) else {
        complain("A tap on \(record.itemID) was resolved although it was not pending.")
        continue
      }
      settle(group, resolved.resolution, &item, record.itemID)
    }
    items[record.itemID] = item
  }

  /// The part of an intent that the server is to carry out.
  ///
  /// The part above a limit is excluded. An absolute intent for the shown value is included, since
  /// the changes queued before it may fail.
  private func taken(_ intent: Intent, on shown: Intent.Value) -> [Intent] {
    if let effective = intent.effective(on: shown) { return [effective] }
    let isShown = Intent.isVisuallyEqual(intent.applied(to: shown), shown)
    return intent.isAbsolute && isShown ? [intent] : []
  }

  private func settle(
    _ group: Group, _ resolution: Resolution<Intent.Value>, _ item: inout Item, _ itemID: String
  ) {
    switch resolution {
    case .merged:
      guard let later = item.open.keys.max() else {
        return complain("A tap on \(itemID) was resolved as merged, but no other tap is pending.")
      }
      item.open[later]?.intents.insert(contentsOf: group.intents, at: 0)
      if group.isUnclear { item.open[later]?.isUnclear = true }
    case .applied where group.isUnclear: item.expected = nil
    case .applied:
      item.expected = item.expected.map { group.intents.reduce($0) { $1.applied(to: $0) } }
    case .unchanged:
      guard !group.isUnclear, let expected = item.expected else { return }
      let landed = item.inFlight?.applied(to: expected) ?? expected
      if !Intent.isVisuallyEqual(group.intents.reduce(landed) { $1.applied(to: $0) }, landed) {
        complain("A tap on \(itemID) was resolved as unchanged, but it changes the value.")
      }
    case .failed: break
    case .cancelled:
      if !hasEnded { complain("A tap on \(itemID) was canceled, but the session has not ended.") }
      item.expected = nil
    case .limited, .adjusted, .uncertain: item.expected = nil
    }
  }

  private func complain(_ text: String) { complaint = complaint ?? text }

  /// The items with a tap that was never resolved.
  var unresolved: [String] { sorted { !$0.open.isEmpty } }
}
