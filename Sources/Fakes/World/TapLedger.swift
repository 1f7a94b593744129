import SelfManaged

/// The unresolved taps of a session, and the server's value according to the reported outcomes.
@MainActor
final class TapLedger<Intent: OptimisticIntent> {
  private(set) var taps = 0
  /// The first violation.
  private(set) var violation: String?
  private var items: [String: Item] = [:]
  private var hasEnded = false

  /// A tap, with the taps that were coalesced into it.
  private struct Group {
    /// The intents that the server is expected to apply, as one intent; `nil` if it is to apply none.
    var intent: Intent?
    /// Whether the result is unknown, because the known limit changed while the tap was pending.
    var isUnclear = false
  }

  private struct Item {
    /// The unresolved taps.
    var unresolved: [LogicalTime: Group] = [:]
    /// The value displayed last, from which the intent of a tap is decided.
    var shown: Intent.Value?
    /// The learned limit.
    var limit: Int?
    var inFlight: Intent?
    var hasQueued = false
    /// The expected server value; `nil` once it is unknown.
    var expected: Intent.Value?
  }

  /// Begins an item with the server's value.
  func begin(_ itemID: String, with value: Intent.Value) { items[itemID] = Item(expected: value) }

  /// Marks the expected value as unknown, because the server may have changed without a report.
  func forgetExpectedValue(of itemID: String) { items[itemID]?.expected = nil }

  /// The expected server value, if it is known.
  func expected(_ itemID: String) -> Intent.Value? { items[itemID]?.expected }

  /// Ends the session: from now on a tap may be canceled.
  func end() { hasEnded = true }

  /// The value that an item shows, by its last event.
  func shown(_ itemID: String) -> Intent.Value? { items[itemID]?.shown }

  /// The oldest unresolved tap on an item: the in-flight one, if there is one.
  func oldest(_ itemID: String) -> LogicalTime? { items[itemID]?.unresolved.keys.min() }

  /// Whether a tap is unresolved.
  func isUnresolved(_ tap: LogicalTime) -> Bool {
    items.values.contains { $0.unresolved[tap] != nil }
  }

  /// The items with an in-flight or queued tap.
  var pending: [String] { sorted { $0.inFlight != nil || $0.hasQueued } }

  /// The items with a queued tap.
  var waiting: [String] { sorted(where: \.hasQueued) }

  private func sorted(where condition: (Item) -> Bool) -> [String] {
    items.filter { condition($0.value) }.map(\.key).sorted()
  }

  /// The failure that an event must report to the user; called before the event is recorded.
  ///
  /// A failure that also fails the taps of other items is always reported, by the component whose
  /// request failed. Any other failure is reported only if it rolls back a visible change: not if a
  /// limit changes in the same event, and the newest tap sets what is displayed then.
  func failure(in record: ItemRecord<Intent>) -> AdversarialFailure? {
    // A tap after the end of the session is always reported as a failure.
    if record.resolved.contains(where: { $0.tap == record.at && $0.resolution == .canceled }) {
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
    let isChanged = item?.shown.map { !Intent.isVisuallyEqual($0, record.displayed) } ?? true
    let isSeen = isChanged && !setsLimitedDisplay(item, record)
    let failsOthers = oldest.error.scope != .intent && oldest.error.code != .busy
    // A tap that fails at once has changed nothing, and is reported.
    guard failsOthers ? isOwn : isSeen || oldest.tap == record.at else { return nil }
    return AdversarialFailure(itemID: record.itemID, error: oldest.error, tap: oldest.tap)
  }

  /// Whether a limit changes, and the newest tap sets what is displayed with the new one.
  private func setsLimitedDisplay(_ item: Item?, _ record: ItemRecord<Intent>) -> Bool {
    guard let item, item.limit != Intent.limit(of: record.confirmed),
      let newest = item.unresolved.max(by: { $0.key < $1.key })?.value.intent
    else { return false }
    return newest.isAbsolute
      && Intent.isVisuallyEqual(newest.applied(to: record.displayed), record.displayed)
  }

  /// Records an event of an item.
  func note(_ record: ItemRecord<Intent>) {
    var item = items[record.itemID] ?? Item()
    if let intent = record.tapped {
      taps += 1
      // A known limit clamps the intent before it is displayed. An undo restores earlier taps, which
      // were clamped then.
      let shown = record.restoresTaps ? nil : item.shown
      let expected = shown.map { expectedIntent(of: intent, on: $0) } ?? intent
      item.unresolved[record.at] = Group(intent: expected)
      checkDisplay(of: intent, shown, record)
    }
    if item.limit != Intent.limit(of: record.confirmed) {
      item.limit = Intent.limit(of: record.confirmed)
      for tap in item.unresolved.keys { item.unresolved[tap]?.isUnclear = true }
    }
    let former = item.shown
    // The value to which an intent is clamped when it is merged with a tap, or put back to the queue.
    let inFlight = record.tapped == nil ? nil : item.inFlight
    let base = inFlight?.applied(to: record.confirmed) ?? record.confirmed
    item.shown = record.displayed
    (item.inFlight, item.hasQueued) = (record.inFlight, record.queued != nil)
    for resolved in record.resolved {
      guard let group = item.unresolved.removeValue(forKey: resolved.tap) else {
        addViolation("A tap on \(record.itemID) was resolved although it was not pending.")
        continue
      }
      if resolved.resolution == .unchanged, resolved.tap != record.at,
        isUnintended(group, from: former, item)
      {
        continue
      }
      settle(group, resolved.resolution, &item, record.itemID, base)
    }
    items[record.itemID] = item
  }

  /// Checks that a tap is displayed at once, whatever intents it is merged with.
  private func checkDisplay(of intent: Intent, _ shown: Intent.Value?, _ record: ItemRecord<Intent>)
  {
    guard !intent.isAbsolute, let shown,
      !record.resolved.contains(where: { $0.resolution != .merged })
    else { return }
    let expected = intent.effective(on: shown)?.applied(to: shown) ?? shown
    guard !Intent.isVisuallyEqual(expected, record.displayed) else { return }
    addViolation(
      "A tap on \(record.itemID) shows \(record.displayed), but \(intent) on \(shown) is \(expected)."
    )
  }

  /// The intent that the server is expected to apply, clamped to the known limit; `nil` if none.
  ///
  /// An absolute intent for the displayed value is included, since the changes before it may fail.
  private func expectedIntent(of intent: Intent, on shown: Intent.Value) -> Intent? {
    if let effective = intent.effective(on: shown) { return effective }
    let isShown = Intent.isVisuallyEqual(intent.applied(to: shown), shown)
    return intent.isAbsolute && isShown ? intent : nil
  }

  /// Whether steps would remove the value only because the change before them had another result.
  ///
  /// Such steps are dropped.
  private func isUnintended(_ group: Group, from former: Intent.Value?, _ item: Item) -> Bool {
    guard let former, let predicted = predicted(item), let intent = group.intent else {
      return false
    }
    return !intent.isAbsolute && Intent.isRemoval(from: former, to: intent.applied(to: predicted))
  }

  /// The expected server value once the in-flight intent is applied, if it is known.
  private func predicted(_ item: Item) -> Intent.Value? {
    item.expected.map { item.inFlight?.applied(to: $0) ?? $0 }
  }

  private func settle(
    _ group: Group, _ resolution: Resolution<Intent.Value>, _ item: inout Item, _ itemID: String,
    _ base: Intent.Value
  ) {
    switch resolution {
    case .merged:
      guard let later = item.unresolved.keys.max() else {
        return addViolation(
          "A tap on \(itemID) was resolved as merged, but no other tap is pending.")
      }
      // The user taps on the displayed value, to which earlier steps are clamped.
      let isStep = group.intent?.isAbsolute == false
      if let earlier = isStep ? group.intent?.effective(on: base) : group.intent {
        let both = item.unresolved[later]?.intent.map { earlier.merged(with: $0) }
        item.unresolved[later]?.intent = both ?? earlier
      }
      if group.isUnclear { item.unresolved[later]?.isUnclear = true }
    case .applied where group.isUnclear: item.expected = nil
    case .applied:
      item.expected = item.expected.map { group.intent?.applied(to: $0) ?? $0 }
    case .unchanged:
      guard !group.isUnclear, let predicted = predicted(item), let intent = group.intent else {
        return
      }
      if !Intent.isVisuallyEqual(intent.applied(to: predicted), predicted) {
        addViolation("A tap on \(itemID) was resolved as unchanged, but it changes the value.")
      }
    case .undone:
      if group.isUnclear, let undo = item.unresolved.keys.max() {
        item.unresolved[undo]?.isUnclear = true
      }
    case .failed: break
    case .canceled:
      if !hasEnded {
        addViolation("A tap on \(itemID) was canceled, but the session has not ended.")
      }
      item.expected = nil
    case .limited, .adjusted, .uncertain: item.expected = nil
    }
  }

  /// Adds a violation, unless an earlier one was found.
  private func addViolation(_ text: String) { violation = violation ?? text }

  /// The items with a tap that was never resolved.
  var unresolved: [String] { sorted { !$0.unresolved.isEmpty } }
}

extension ItemRecord {
  /// Whether the event is an undo that restores earlier taps, which wait as before.
  var restoresTaps: Bool { resolved.contains { $0.resolution == .undone } }
}
