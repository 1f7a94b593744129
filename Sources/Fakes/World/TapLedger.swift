import SelfManaged

/// Every tap of a session, from the moment it is made until it is resolved, and what the server must
/// have if what the taps were told is true.
@MainActor
final class TapLedger<Intent: OptimisticIntent> {
  private(set) var taps = 0
  /// The first rule that was broken.
  private(set) var complaint: String?
  private var items: [String: Item] = [:]
  private var hasEnded = false

  private struct Group {
    var intents: [Intent]
    /// Whether nobody can say what they come to: a limit was learned between them.
    var isUnclear = false
  }

  private struct Item {
    /// Taps without an answer; each with those that were merged into it, in the order of tapping.
    var open: [Stamp: Group] = [:]
    /// What was shown last: what a tap is decided on.
    var shown: Intent.Value?
    /// The limit that is known.
    var limit: Int?
    /// What is under way, and whether something waits behind it.
    var inFlight: Intent?
    var isWaiting = false
    /// What the server must have; `nil` once nobody can say.
    var expected: Intent.Value?
  }

  /// Begins with what the server has.
  func begin(_ itemID: String, with value: Intent.Value) { items[itemID] = Item(expected: value) }

  /// The server was changed by somebody else, so that what is expected of it is not known.
  func doubt(_ itemID: String) { items[itemID]?.expected = nil }

  /// What the server must have, if that is known.
  func expected(_ itemID: String) -> Intent.Value? { items[itemID]?.expected }

  /// The session ends: from now on a tap may be cancelled.
  func end() { hasEnded = true }

  /// What an item shows, by its last event.
  func shown(_ itemID: String) -> Intent.Value? { items[itemID]?.shown }

  /// The oldest tap on an item that has no answer yet: the one that is under way, if one is.
  func oldest(_ itemID: String) -> Stamp? { items[itemID]?.open.keys.min() }

  /// Items with a tap under way or waiting.
  var pending: [String] { sorted { $0.inFlight != nil || $0.isWaiting } }

  /// Items with a tap that was not sent yet.
  var waiting: [String] { sorted(where: \.isWaiting) }

  private func sorted(where condition: (Item) -> Bool) -> [String] {
    items.filter { condition($0.value) }.map(\.key).sorted()
  }

  /// What the person must be told of an event that is not taken in yet.
  ///
  /// What fails for all is told by the one whose request it was, whatever is undone; anything else
  /// only if it undoes what can be seen.
  func failure(in record: ItemRecord<Intent>) -> AdversarialFailure? {
    // A tap after the end of the session is reported, whatever is seen of it.
    if record.resolved.contains(where: { $0.tap == record.at && $0.resolution == .cancelled }) {
      return AdversarialFailure(itemID: record.itemID, error: .sessionEnded, tap: record.at)
    }
    let failed = record.resolved.compactMap { resolved -> (tap: Stamp, error: ServiceError)? in
      switch resolved.resolution {
      case .failed(let error), .uncertain(let error): (resolved.tap, error)
      default: nil
      }
    }
    guard let oldest = failed.min(by: { $0.tap < $1.tap }) else { return nil }
    let item = items[record.itemID]
    let isOwn = item?.inFlight != nil && record.inFlight == nil
    let isSeen = item?.shown.map { !Intent.looksSame($0, record.displayed) } ?? true
    guard oldest.error.reach == .intent ? isSeen : isOwn else { return nil }
    return AdversarialFailure(itemID: record.itemID, error: oldest.error, tap: oldest.tap)
  }

  /// Takes in an event of an item.
  func note(_ record: ItemRecord<Intent>) {
    var item = items[record.itemID] ?? Item()
    if let intent = record.tapped {
      taps += 1
      // Of what goes beyond a known limit the person sees at once that it was not taken.
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
        complain("A tap on \(record.itemID) was resolved twice, or never made.")
        continue
      }
      settle(group, resolved.resolution, &item, record.itemID)
    }
    items[record.itemID] = item
  }

  /// What the server is to carry out of an intent: nothing of what a limit took, but all of one that
  /// asks for what is shown, since what waits before it may come to nothing.
  private func taken(_ intent: Intent, on shown: Intent.Value) -> [Intent] {
    if let effective = intent.effective(on: shown) { return [effective] }
    let isShown = Intent.looksSame(intent.applied(to: shown), shown)
    return intent.isAbsolute && isShown ? [intent] : []
  }

  private func settle(
    _ group: Group, _ resolution: Resolution<Intent.Value>, _ item: inout Item, _ itemID: String
  ) {
    switch resolution {
    case .merged:
      guard let later = item.open.keys.max() else {
        return complain("A tap on \(itemID) was merged into none.")
      }
      item.open[later]?.intents.insert(contentsOf: group.intents, at: 0)
      if group.isUnclear { item.open[later]?.isUnclear = true }
    case .applied where group.isUnclear: item.expected = nil
    case .applied:
      item.expected = item.expected.map { group.intents.reduce($0) { $1.applied(to: $0) } }
    case .unchanged:
      guard !group.isUnclear, let expected = item.expected else { return }
      let landed = item.inFlight?.applied(to: expected) ?? expected
      if !Intent.looksSame(group.intents.reduce(landed) { $1.applied(to: $0) }, landed) {
        complain("A tap on \(itemID) was dropped as no change, and it was one.")
      }
    case .failed: break
    case .cancelled:
      if !hasEnded { complain("A tap on \(itemID) was cancelled, and the session goes on.") }
      item.expected = nil
    case .limited, .adjusted, .uncertain: item.expected = nil
    }
  }

  private func complain(_ text: String) { complaint = complaint ?? text }

  /// Items with a tap that was never resolved.
  var unresolved: [String] { sorted { !$0.open.isEmpty } }
}
