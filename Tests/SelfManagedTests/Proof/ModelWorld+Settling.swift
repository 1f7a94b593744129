import SelfManaged

// The rules that are checked once every request has settled.
extension ModelWorld {
  /// Lets every request settle, and records a violation unless the display is the server's value.
  ///
  /// - Parameter condition: The result of every request from now on, however often it is sent.
  mutating func settle(under condition: Step = .ok) {
    runUntilIdle(condition)
    guard !hasEnded else { return }
    guard canRead else { return settleWithoutReads() }
    if state.isInDoubt, condition != .lostBefore, condition != .push, condition != .pushPart {
      perform(.flush)
      runUntilIdle(condition)
      if state.isInDoubt { record("the value stays in doubt after a flush") }
    }
    checkIdle()
    if triesLists, condition == .ok { tryLists() }
    deliver(truth, .read(LogicalTime(rawValue: now + 1)))
    if !Intent.same(state.display, server) {
      record(
        "after a fresh read \(shown) is displayed, but the server has \(Intent.words(server))")
    }
    if Intent.limit(of: state.confirmed) != Intent.limit(of: server) {
      record("after a fresh read, the learned limit differs from the server's limit")
    }
  }

  /// Checks the doubt and the use of list data, if the service can't read the value.
  private mutating func settleWithoutReads() {
    checkIdle()
    if state.isInDoubt {  // A read that is impossible does not end the doubt.
      perform(.flush)
      runUntilIdle(.ok)
      checkIdle()
    }
    // The app can't distinguish a list that repeats the first value from the first list.
    if triesLists, !Intent.same(server, Intent.initial) { tryLists() }
  }

  private mutating func runUntilIdle(_ condition: Step) {
    for _ in 0..<96 {
      if gate != .open {
        perform(.opens)
      } else if let request {
        let isPush = condition == .push || condition == .pushPart
        let isOpen = request.answer == nil && !isPush
        perform(request.refusal != nil ? .refusalArrives : isOpen ? condition : .ok)
      } else if !reads.isEmpty {
        switch condition {
        case .push, .pushPart:
          perform(condition)
          perform(.readOld(0))
        case .lostBefore: perform(.readFails(0))
        default: perform(.readFresh(0))
        }
      } else if !timers.isEmpty {
        // Learned limits expire long after everything else.
        let next = timers.firstIndex { $0.reason != .limits }
        perform(.timer(next ?? 0))
      } else {
        break
      }
    }
  }

  /// Checks that stale list data never changes the display, and that fresh list data does.
  private mutating func tryLists() {
    let before = state.display
    feed(.report(Intent.listed, .list))
    if !state.isGuess, now > 2, !Intent.same(state.display, before), state.isWorthKeeping {
      record("stale list data is displayed: \(shown)")
    }
    runUntilIdle(.ok)
    for _ in 1...2 { feed(.report(Intent.answer(server, version: nil), .list)) }
    runUntilIdle(.ok)
    if !Intent.same(state.display, server) {
      record("list data and the server have \(Intent.words(server)), but \(shown) is displayed")
    }
  }
}
