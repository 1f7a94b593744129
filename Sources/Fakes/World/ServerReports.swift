import SelfManaged

/// A push, or list data with the time at which its read began.
struct ServerReport<Intent: OptimisticIntent> {
  let itemID: String
  let answer: Intent.Answer
  let began: LogicalTime?
  /// The number of unreported changes that the report includes.
  let unreportedChanges: Int
  /// The number of changes sent before the read; `nil` if a change was in flight.
  let changes: Int?
  /// The number of requests that the server had carried out before a push.
  var carriedOutCount = 0
}

/// The reports that are on their way to the app.
struct ServerReports<Intent: OptimisticIntent> {
  typealias Report = ServerReport<Intent>

  private var pushes: [Report] = []
  /// Pushes to be delivered from within an observer of the next event of their item.
  private var nestedPushes: [Report] = []
  private var lists: [Report] = []

  mutating func addPush(_ push: Report) { pushes.append(push) }

  mutating func addNestedPush(_ push: Report) { nestedPushes.append(push) }

  mutating func addList(_ list: Report) { lists.append(list) }

  /// Removes a push, chosen by a number; `nil` if there is none.
  mutating func removePush(_ number: Int) -> Report? {
    pushes.isEmpty ? nil : pushes.remove(at: number % pushes.count)
  }

  /// Removes list data, chosen by a number; `nil` if there is none.
  mutating func removeList(_ number: Int) -> Report? {
    lists.isEmpty ? nil : lists.remove(at: number % lists.count)
  }

  /// Removes the pushes to be delivered with the next event of an item.
  mutating func removeNestedPushes(of itemID: String) -> [Report] {
    let arrived = nestedPushes.filter { $0.itemID == itemID }
    if !arrived.isEmpty { nestedPushes.removeAll { $0.itemID == itemID } }
    return arrived
  }
}
