import SelfManaged

// Turns of the main actor.
extension AdversarialRun {
  /// Delivers the outcome of a request, and waits until its items have processed it.
  ///
  /// Outcomes are delivered one after the other, since concurrent tasks resume in no guaranteed
  /// order and a schedule must be reproducible. If no item processes the outcome, the wait ends after
  /// a limited number of turns. The wait is short if the session has forgotten the item: then only a
  /// service that switches executors has not processed the outcome when the network has returned it.
  func deliver(
    _ request: AdversarialNetwork.PendingRequest, _ outcome: () -> Void
  ) async {
    let expected = expectedEvents(of: request)
    let (before, returned) = (events, network.returnedCount)
    outcome()
    await wait(upTo: .max) { network.returnedCount == returned }
    await wait(upTo: expected > 0 ? maximumTurns : 100) { events < before + max(1, expected) }
  }

  /// Waits until all sent requests are on the network.
  ///
  /// A request may be sent a turn later: a task can't start synchronously everywhere, and a service
  /// may switch executors before it calls the network. If a request never reaches the network, the
  /// wait ends after a limited number of turns.
  func requestsSent() async {
    await wait { network.changes < sends || hasUnsentRead }
    sends = network.changes
  }

  /// Whether an item waits for a read that is not on the network.
  private var hasUnsentRead: Bool {
    session.itemsBeingRead.contains { !network.hasRead(for: $0, of: subject.itemIDs) }
  }

  /// Waits while a condition is true, for a limited number of turns.
  ///
  /// A few turns are enough on an idle machine. On a busy machine a thread may be delayed for
  /// hundreds of turns.
  func wait(upTo limit: Int? = nil, while condition: () -> Bool) async {
    var turns = 0
    while condition(), turns < limit ?? maximumTurns {
      turns += 1
      await Self.turn()
    }
  }

  /// Advances time, one delay after the other.
  ///
  /// Delays that end at the same time would resume in no guaranteed order.
  func advance(by duration: Duration) async {
    let end = network.clock.now + duration
    while await advanceToNextDelay(by: end) {}
  }

  /// Advances time to the next delay or deadline, and waits until the resulting requests are on the
  /// network.
  ///
  /// - Returns: Whether there was a delay or deadline; otherwise time has advanced to the limit.
  func advanceToNextDelay(by limit: Duration) async -> Bool {
    await Self.mainActorTurn()  // A canceled delay is removed from the clock a turn later.
    guard await network.clock.advanceToNext(by: limit) else { return false }
    await requestsSent()
    return true
  }

  /// Lets the main actor run its pending work, and lets a service switch executors.
  static func turn() async {
    await mainActorTurn()
    await Task.detached {}.value
  }

  /// Lets the main actor run its pending work.
  private static func mainActorTurn() async { await Task { @MainActor in }.value }

  static func value(_ answer: Intent.Answer, _ base: Intent.Value) -> Intent.Value {
    Intent.value(from: answer, over: base, before: base)
  }
}
