import SelfManaged

// The end of a schedule.
extension AdversarialRun {
  func end() async {
    network.isOffline = false
    session.flush()
    guard await rest() else { return complain("The session never settles: work stays pending.") }
    if let found = network.complaint ?? ledgers.lazy.compactMap(\.complaint).first {
      return complain(found)
    }
    await checkTold()
    for itemID in ledgers.flatMap(\.unresolved) {
      complain("A tap on \(itemID) was never resolved.")
    }
    await compare(isReadAnew: false)
    if session.rememberedItemLimit < subject.itemIDs.count { await closeAll() }
    for screen in places.indices
    where places[screen].itemID == nil || places[screen].lastShown != nil {
      bind(screen, to: screen)
    }
    session.refresh()
    guard await rest() else {
      return complain("The session never settles after the final refresh.")
    }
    await compare(isReadAnew: true)
  }

  /// Checks that each failure was reported once, and that the user was asked to sign in once.
  private func checkTold() async {
    if network.lacksSignIn {
      complain("The user is signed out, and the sign-in page was not shown.")
    }
    if let asked = network.signIns, let wanted = failures.last?.signIns, asked != wanted {
      complain("The sign-in page was shown \(asked) times, not \(wanted).")
    }
    for log in failures {
      await wait { !log.isComplete }
      if let found = log.complaint { complain(found) }
    }
  }

  /// Closes all screens, and checks the remembered items.
  private func closeAll() async {
    for screen in places.indices {
      subject.screens[screen].unbind()
      close(screen)
    }
    let limit = session.rememberedItemLimit
    // A component that was released without being unbound is unbound soon after.
    await wait { session.itemCount(of: Intent.self) > limit }
    let count = session.itemCount(of: Intent.self)
    if count > limit {
      complain("\(count) items without a screen are remembered; the limit is \(limit).")
    }
  }

  /// Delivers all pending requests and advances time, until nothing is pending.
  private func rest() async -> Bool {
    let limit = network.clock.now + .seconds(86_400)
    for _ in 0..<patience {
      while let journey = await network.arrive(0) { keepSecret(journey.itemID) }
      while let journey = network.journey(0) { await answer(journey) }
      await departure()
      guard network.waiting.isEmpty else { continue }
      if await passToNext(by: limit) { continue }
      await Self.turn()
      let isQuiet = network.waiting.isEmpty && network.clock.sleeperCount == 0
      if isQuiet, !session.activity.isPending { return true }
    }
    return false
  }
}
