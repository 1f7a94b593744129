import SelfManaged

// How turns pass.
extension AdversarialRun {
  /// Does something that an item will hear of, and waits until it has.
  ///
  /// One thing after the other: no order is promised among tasks that go on at once, and a schedule
  /// must be the same each time it is played. A component that keeps the reply to itself is waited
  /// for in vain, but not for long.
  ///
  /// - Returns: Whether there was something to do.
  @discardableResult
  func arrival(_ act: () -> Bool) async -> Bool {
    let before = events
    guard act() else { return false }
    await event(after: before)
    return true
  }

  /// Waits until an item has heard of something, but not for long.
  func event(after before: Int) async {
    await wait { events == before }
  }

  /// Waits until what was sent is on the network.
  ///
  /// A request leaves a turn later where a task can't start at once, and a service may hop before it
  /// asks the network. What never goes there is waited for in vain, but not for long.
  func departure() async {
    await wait { network.changes < sends }
    sends = network.changes
    if !Session.startsAtOnce { await Self.turn() }  // A read may have been asked for.
  }

  /// Waits as long as something has not happened yet, but not for ever.
  ///
  /// A few turns are enough where the machine is idle; a busy one may hold a thread up for hundreds.
  func wait(while isMissing: () -> Bool) async {
    var turns = 0
    while isMissing(), turns < patience {
      turns += 1
      await Self.turn()
    }
  }

  /// Lets the main actor do what it has to do, and a service its hops to other executors.
  static func turn() async {
    await Task { @MainActor in }.value
    await Task.detached {}.value
  }

  static func value(_ answer: Intent.Answer, _ base: Intent.Value) -> Intent.Value {
    Intent.value(from: answer, over: base, before: base)
  }
}
