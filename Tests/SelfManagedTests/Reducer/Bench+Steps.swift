import SelfManaged

extension Bench {
  /// Opens the gate.
  mutating func open() {
    gate = .open
    feed(.proceed)
  }

  /// Ends the pending wait with a reason.
  mutating func end(_ reason: Wait.Reason) {
    if let wait = timers.last(where: { $0.reason == reason && state.isWaiting(for: $0) }) {
      feed(.ended(wait))
    }
  }

  /// Ends the delay before a read, and answers the read, until no read begins by itself.
  mutating func settleReads(_ answer: Intent.Answer) {
    for _ in 0..<10 where !state.isIdle {
      if state.readBegan == nil { end(.retry) }
      read(answer)
    }
  }
}
