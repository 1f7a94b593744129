import SelfManaged

// Turns of the main actor.
extension AdversarialRun {
  /// Performs an action that causes an event of an item, and waits for the event.
  ///
  /// Actions run one after the other: concurrent tasks resume in no guaranteed order, and a
  /// schedule must be the same each time it is played. If a component does not process the reply,
  /// the wait ends after a short time.
  ///
  /// - Returns: Whether there was an action to perform.
  @discardableResult
  func arrival(_ act: () -> Bool) async -> Bool {
    let before = events
    guard act() else { return false }
    await event(after: before)
    return true
  }

  /// Waits until an item has processed an event, for a short time at most.
  func event(after before: Int) async {
    await wait { events == before }
  }

  /// Waits until all sent requests are on the network.
  ///
  /// A request is sent a turn later where a task can't start synchronously, and a service may
  /// switch executors before it calls the network. If a request never reaches the network, the wait
  /// ends after a short time.
  func departure() async {
    await wait { network.changes < sends }
    sends = network.changes
    if !ImmediateTask.isAvailable { await Self.turn() }  // A read may have been requested.
  }

  /// Waits while a condition is true, for a limited number of turns.
  ///
  /// A few turns are enough on an idle machine; on a busy one a thread may be delayed for hundreds.
  func wait(while isMissing: () -> Bool) async {
    var turns = 0
    while isMissing(), turns < patience {
      turns += 1
      await Self.turn()
    }
  }

  /// Advances time, one delay after the other, since delays that end at once resume in no
  /// guaranteed order.
  func pass(_ duration: Duration) async {
    let end = network.clock.now + duration
    while await passToNext(by: end) {}
  }

  /// Advances time to the next delay or deadline, and waits until the resulting requests are on the
  /// network.
  ///
  /// - Returns: Whether there was a delay or deadline; otherwise time has advanced to the limit.
  func passToNext(by limit: Duration) async -> Bool {
    await Self.turn()  // A delay that was canceled leaves the clock a turn later.
    let before = events
    switch network.clock.advanceToNext(by: limit) {
    case .delay?: await event(after: before)
    case .deadline?: await Self.turn()  // Most deadlines are over without an event.
    case nil: return false
    }
    await departure()
    return true
  }

  /// Lets the main actor run its pending work, and a service switch executors.
  static func turn() async {
    await Task { @MainActor in }.value
    await Task.detached {}.value
  }

  static func value(_ answer: Intent.Answer, _ base: Intent.Value) -> Intent.Value {
    Intent.value(from: answer, over: base, before: base)
  }
}
