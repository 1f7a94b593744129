import SelfManaged

/// What the app knows of each item, and which changes on the server it has not heard of.
struct AppKnowledge<Intent: OptimisticIntent> {
  private struct Item {
    /// The item's value in the app's list.
    var listed: Intent.Answer
    /// The number of changes on the server that no reply reports.
    var unreportedChanges = 0
    /// The number of these changes that a push or a read has reported since.
    var reportedChanges = 0
    /// Whether the item may show a stale value until it is read again.
    var mayBeStale = false
  }

  private var items: [String: Item] = [:]

  /// Adopts a list's value of an item.
  mutating func list(_ itemID: String, as answer: Intent.Answer) {
    items[itemID, default: Item(listed: answer)].listed = answer
  }

  /// The item's value in the app's list.
  func listed(_ itemID: String) -> Intent.Answer? { items[itemID]?.listed }

  /// The number of changes on the server that no reply reports.
  func unreportedChanges(of itemID: String) -> Int { items[itemID]?.unreportedChanges ?? 0 }

  /// Records a change on the server that no reply reports.
  mutating func noteUnreportedChange(of itemID: String) { items[itemID]?.unreportedChanges += 1 }

  /// Records that a push or a read reported the first of these changes.
  mutating func noteReport(of itemID: String, changes: Int) {
    let known = items[itemID]?.reportedChanges ?? 0
    items[itemID]?.reportedChanges = max(known, changes)
  }

  /// Records that the item may show a stale value until it is read again.
  mutating func noteMayBeStale(_ itemID: String) { items[itemID]?.mayBeStale = true }

  /// Whether the app knows of every change, so that every screen must show the server's value.
  func isCurrent(_ itemID: String) -> Bool {
    items[itemID].map { $0.reportedChanges >= $0.unreportedChanges && !$0.mayBeStale } ?? false
  }
}
