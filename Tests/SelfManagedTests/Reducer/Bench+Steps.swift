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

extension Bench<QuantityIntent> {
  /// A quantity that the server pushed, with the greatest quantity if there is one.
  static func settled(
    _ quantity: Int, max maximum: Int?, _ policy: OptimisticPolicy = OptimisticPolicy()
  ) -> Self {
    var bench = Self(quantity, policy)
    let limits = maximum.map { QuantityLimits(maximum: $0) }
    bench.feed(.report(CartAnswer(quantity: quantity, limits: limits), .push))
    return bench
  }
}
