/// Whose turn it is in a lane that several items share: first come, first served.
package struct LaneQueue<ID: Hashable & Sendable>: Hashable, Sendable {
  /// Who has the turn.
  package private(set) var holder: ID?
  private var waiting: [ID] = []

  /// Creates a free lane.
  package init() {}

  /// Asks for a turn; whether it is granted at once.
  package mutating func request(_ id: ID) -> Bool {
    guard holder != nil else {
      holder = id
      return true
    }
    waiting.append(id)
    return false
  }

  /// Ends the lane, and tells who waited for it.
  package mutating func open() -> [ID] {
    let all = waiting
    self = Self()
    return all
  }

  /// Gives the turn back, and tells who has it next.
  package mutating func release() -> ID? {
    holder = waiting.isEmpty ? nil : waiting.removeFirst()
    return holder
  }
}
