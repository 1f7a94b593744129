/// Whether the requests of a session or of a shared lane may be sent: the reachability, and the
/// delay that a busy server asked for.
package struct DepartureGate: Hashable, Sendable {
  /// Whether the device can reach the server, as far as the app knows.
  package var isReachable = true
  /// The end of the delay that the server asked for, in the time of the session's clock.
  private var pausedUntil: Duration?

  /// Creates an open gate.
  package init() {}

  /// Records that a busy server asked all requests to wait; a longer earlier delay stays.
  package mutating func pause(for delay: Duration, at now: Duration) {
    let end = now + delay
    pausedUntil = pausedUntil.map { max($0, end) } ?? end
  }

  /// Whether every request may be sent, now and later.
  var isOpen: Bool { isReachable && pausedUntil == nil }

  /// The reason why a request would not be sent now; `nil` if it may be sent.
  package mutating func obstacle(at now: Duration) -> Obstacle? {
    guard isReachable else { return .unreachable }
    guard let pausedUntil else { return nil }
    let remaining = pausedUntil - now
    guard remaining > .zero else {
      self.pausedUntil = nil
      return nil
    }
    return .pause(remaining)
  }
}
