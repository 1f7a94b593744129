import SelfManaged

// The invariants once every request has settled.
extension ModelWorld {
  /// Lets every request settle, and reports a violation unless the screen agrees with the server.
  ///
  /// - Parameter habit: How every request fares from now on: well, or badly however often it is sent.
  mutating func settle(by habit: Step = .ok) {
    rest(habit)
    guard !hasEnded else { return }
    if state.isInDoubt, habit != .lostBefore, habit != .push, habit != .pushPart {
      perform(.flush)
      rest(habit)
      if state.isInDoubt { complain("a doubt without an exit") }
    }
    checkRest()
    if triesLists, habit == .ok { tryLists() }
    report(truth, .read(LogicalTime(rawValue: now + 1)))
    if !Intent.same(state.display, server) {
      complain("after a fresh read \(shown) is shown, and the server has \(Intent.words(server))")
    }
    if Intent.limit(of: state.confirmed) != Intent.limit(of: server) {
      complain("after a fresh read a limit is believed that the server does not have")
    }
  }

  private mutating func rest(_ habit: Step) {
    for _ in 0..<64 {
      if hasAskedForTurn {
        perform(.turn)
      } else if let request {
        perform(request.answer == nil && habit != .push && habit != .pushPart ? habit : .ok)
      } else if !reads.isEmpty {
        switch habit {
        case .push, .pushPart:
          perform(habit)
          perform(.readOld(0))
        case .lostBefore: perform(.readFails(0))
        default: perform(.readFresh(0))
        }
      } else if !timers.isEmpty {
        // Learned limits expire long after everything else.
        let next = timers.firstIndex { if case .limits = $0 { false } else { true } }
        perform(.timer(next ?? 0))
      } else {
        break
      }
    }
  }

  /// The oldest list data never changes the display, and the server's current list data is adopted.
  private mutating func tryLists() {
    let before = state.display
    feed(.report(Intent.listed, .list))
    if !state.isGuess, now > 2, !Intent.same(state.display, before), state.isWorthKeeping {
      complain("a stale row is shown: \(shown)")
    }
    rest(.ok)
    for _ in 1...2 { feed(.report(Intent.answer(server, version: nil), .list)) }
    rest(.ok)
    if !Intent.same(state.display, server) {
      complain("a list says \(Intent.words(server)), as the server does, and \(shown) is shown")
    }
  }
}
