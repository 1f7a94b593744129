/// The items of one kind that send one after the other, and which of them may send now.
///
/// It holds no item, and only decides, so it is tested without an `await`.
package struct Lane {
  /// The items that share the lane; the first success opens a lane that is `sharedAtFirst`.
  private var scope = OptimisticPolicy.Lanes.perItem
  /// The items that want to send, in order; the first has the lane.
  private var line: [String] = []
  /// Whether the first item has the lane no longer, and its last effects are carried out.
  private var isReleasing = false

  /// Whether all items share the lane.
  package var isShared: Bool { scope != .perItem }

  package init() {}

  /// Begins with the scope of a policy, unless the lane is shared for good.
  package mutating func begin(_ scope: OptimisticPolicy.Lanes) {
    if self.scope != .shared { self.scope = scope }
  }

  /// Is shared for good, since the server's answers have one version for all items.
  package mutating func share() { scope = .shared }

  /// Gives each item a lane of its own after the first success, if the policy says so.
  ///
  /// - Returns: The items that waited, in order.
  package mutating func open() -> [String] {
    guard scope == .sharedAtFirst else { return [] }
    scope = .perItem
    return exchange(&line, with: [])
  }

  /// Whether an item may send now.
  package func admits(_ id: String, isInFlight: @autoclosure () -> Bool) -> Bool {
    guard isShared, let first = line.first else { return true }
    // An item whose reply arrives now sends its further tap after the others.
    return first == id && !isReleasing && (line.count == 1 || !isInFlight())
  }

  /// Gives an item its place after an event.
  ///
  /// - Parameters:
  ///   - id: The item.
  ///   - wantsLane: Whether it is in flight, or could be sent.
  ///   - hasSettled: Whether the event settled its request.
  ///   - isCurrent: Whether the item has this ID; the place of an item that was forgotten, or has become
  ///     another one, is the one of its successor.
  /// - Returns: Whether the item has the lane no longer, and the caller has to release it.
  package mutating func place(
    _ id: String, wantsLane: Bool, hasSettled: Bool, isCurrent: @autoclosure () -> Bool = true
  ) -> Bool {
    guard let place = line.firstIndex(of: id) else {
      if wantsLane { line.append(id) }
      return false
    }
    guard isCurrent() else { return false }
    if place == 0, !wantsLane || hasSettled {
      defer { isReleasing = true }
      return !isReleasing
    }
    if !wantsLane { line.remove(at: place) }
    return false
  }

  /// Passes the lane on; an item with a further tap goes to the end.
  ///
  /// - Returns: The item that has the lane now.
  package mutating func release(_ isReady: (String) -> Bool) -> String? {
    isReleasing = false
    guard !line.isEmpty else { return nil }
    let former = line.removeFirst()
    if isReady(former) { line.append(former) }
    return line.first
  }

  /// Gives an item another ID.
  package mutating func rename(_ former: String, to id: String) {
    if let place = line.firstIndex(of: former) { line[place] = id }
  }
}
