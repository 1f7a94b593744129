internal import Components

/// The number of items with each activity.
struct StatusCounts {
  private var pending = 0
  private var uncertain = 0
  private var waiting = 0

  /// The status of all items.
  var status: RequestStatus {
    RequestStatus(isPending: pending > 0, isUncertain: uncertain > 0, isWaiting: waiting > 0)
  }

  /// Replaces an item's former activity.
  mutating func replace(_ former: ItemActivity, by current: ItemActivity) {
    add(former, -1)
    add(current, 1)
  }

  private mutating func add(_ activity: ItemActivity, _ count: Int) {
    if activity.contains(.pending) { pending += count }
    if activity.contains(.uncertain) { uncertain += count }
    if activity.contains(.waiting) { waiting += count }
  }
}
