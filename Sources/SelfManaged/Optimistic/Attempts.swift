/// The attempts to send one intent under its current idempotency key, and the bounds that it used up
/// under earlier keys.
package struct Attempts: Hashable, Sendable {
  /// The number of attempts without a known outcome: the server may have applied the intent.
  package var lost = 0
  /// The number of attempts that found no network; each waits until the network is back.
  package var unsent = 0
  /// The number of attempts that a busy server refused, so that it did nothing.
  package var refused = 0
  /// The number of attempts under earlier keys that a busy server refused.
  package var refusedBefore = 0
  /// The total time for which the intent waited for the busy server and for pauses of the session.
  package var waited = Duration.zero

  /// When the wait for the network began; it continues while the intent is sent again.
  var offlineSince: LogicalTime?

  /// The number of the current attempt.
  package var number: Int { 1 + lost + unsent + refused }

  /// The number of attempts under all keys that a busy server refused.
  var refusals: Int { refused + refusedBefore }

  /// Counts the last attempt that found no network as lost, since the longest wait is over.
  mutating func endWaitForNetwork() {
    offlineSince = nil
    unsent -= 1
    lost += 1
  }

  package init(lost: Int = 0, unsent: Int = 0, refused: Int = 0, waited: Duration = .zero) {
    self.lost = lost
    self.unsent = unsent
    self.refused = refused
    self.waited = waited
  }
}

/// The part of the policy's bounds that an intent has used up, under all its keys.
struct Spent: Hashable, Sendable {
  /// The total time for which the intent waited for the busy server and for pauses of the session.
  var waited = Duration.zero
  /// The number of attempts that a busy server refused.
  var refusals = 0
  /// The number of times the intent was rebased after a conflict.
  var rebases = 0
}
