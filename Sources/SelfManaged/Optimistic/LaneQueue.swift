/// The queue of a lane that several items share: first in, first out.
package struct LaneQueue<ID: Hashable & Sendable>: Hashable, Sendable {
  /// The item that has the turn.
  package private(set) var holder: ID?
  private var waiting: [ID] = []

  /// Creates a free lane.
  package init() {}

  /// Requests a turn; returns whether it is granted at once.
  package mutating func request(_ id: ID) -> Bool {
    guard holder != nil else {
      holder = id
      return true
    }
    waiting.append(id)
    return false
  }

  /// Ends the lane, and returns the items that waited for it.
  package mutating func open() -> [ID] {
    let all = waiting
    self = Self()
    return all
  }

  /// Releases the turn, and returns the item that has it next.
  package mutating func release() -> ID? {
    holder = waiting.isEmpty ? nil : waiting.removeFirst()
    return holder
  }
}
