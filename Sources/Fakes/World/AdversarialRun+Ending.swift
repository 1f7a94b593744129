import SelfManaged

// The end of a schedule.
extension AdversarialRun {
  /// Waits until the world is idle, and checks every screen, before and after a refresh.
  func end() async {
    network.isOffline = false
    setReachable(true)
    session.flush()
    guard await runUntilIdle() else {
      return addViolation("The session never settles: work stays pending.")
    }
    if let found = network.violation ?? ledgers.lazy.compactMap(\.violation).first {
      return addViolation(found)
    }
    await checkFailures()
    for itemID in ledgers.flatMap(\.unresolved) {
      addViolation("A tap on \(itemID) was never resolved.")
    }
    await compare(afterRefresh: false)
    if session.rememberedItemLimit < subject.itemIDs.count { await closeAll() }
    for (screen, state) in screens.all.enumerated()
    where state.itemID == nil || state.lastShown != nil {
      bind(screen, to: screen)
    }
    session.refresh()
    guard await runUntilIdle() else {
      return addViolation("The session never settles after the final refresh.")
    }
    await compare(afterRefresh: true)
  }

  /// Checks that each failure was reported once, and that the user was asked to sign in once.
  private func checkFailures() async {
    if network.lacksSignIn {
      addViolation("The user is signed out, but the sign-in page was not shown.")
    }
    if let shown = network.signIns, let expected = failures.last?.signIns, shown != expected {
      addViolation("The sign-in page was shown \(shown) times, not \(expected).")
    }
    for log in failures {
      await wait { !log.isComplete }
      if let found = log.violation { addViolation(found) }
    }
  }

  /// Closes all screens, and checks the remembered items.
  private func closeAll() async {
    for screen in screens.all.indices {
      subject.screens[screen].unbind()
      close(screen)
    }
    let limit = session.rememberedItemLimit
    // A service on another executor may have started a read since the last turn.
    _ = await runUntilIdle()
    // A component that was released without being unbound is unbound soon after.
    await wait { session.itemCount(of: Intent.self) > limit }
    let count = session.itemCount(of: Intent.self)
    if count > limit {
      addViolation("\(count) items without a screen are remembered; the limit is \(limit).")
    }
  }

  /// Answers all pending requests and advances time, until nothing is pending.
  ///
  /// - Returns: Whether nothing is pending.
  private func runUntilIdle() async -> Bool {
    let limit = network.clock.now + .seconds(86_400)
    for _ in 0..<maximumTurns {
      while let request = await network.arrive(0) {
        noteUnreportedChange(request.itemID)
        await noteCart()
      }
      while let request = network.request(0) {
        await answer(request)
        await noteCart()
      }
      await requestsSent()
      guard network.pending.isEmpty else { continue }
      if await advanceToNextDelay(by: limit) { continue }
      await Self.turn()
      let isIdle = network.pending.isEmpty && network.clock.sleeperCount == 0
      if isIdle, !session.activity.isPending { return true }
    }
    return false
  }
}
